package io.privirec.filter.safetensors;

import java.io.IOException;

/// A file that is not the safetensors file it should be; the message says what is wrong.
public final class SafetensorsException extends IOException {
  private static final long serialVersionUID = 1L;

  /// @param why what is wrong
  public SafetensorsException(String why) {
    super(why);
  }
}
