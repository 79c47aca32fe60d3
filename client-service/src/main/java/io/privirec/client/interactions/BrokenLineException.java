package io.privirec.client.interactions;

/// A line of a file that says nothing usable. The message says why, without the line's content.
final class BrokenLineException extends Exception {
  BrokenLineException(String why) {
    super(why);
  }

  String why() {
    return String.valueOf(getMessage());
  }
}
