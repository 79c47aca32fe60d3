package io.privirec.secagg.roster;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;

/// The one way to write an address of a [RosterMember]. Only what every reader takes for the same
/// address is allowed: no capitals in the host, no escapes, no empty or dotted segments.
final class PeerAddress {
  static final int MAX_CHARACTERS = 200;
  private static final int MAX_PORT = 65_535;
  private static final Pattern FORM =
      Pattern.compile(
          "https?://([a-z0-9.-]+|\\[[0-9a-f:.]+])(:[1-9][0-9]{0,4})?"
              + "(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*");

  private PeerAddress() {}

  static boolean isValid(URI address) {
    String text = address.toString();
    return text.length() <= MAX_CHARACTERS
        && FORM.matcher(text).matches()
        && address.getHost() != null
        && address.getPort() <= MAX_PORT;
  }

  /// Reads a text, and repeats nothing of it where it is no URI.
  static URI read(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("an address must be a URI", e);
    }
  }
}
