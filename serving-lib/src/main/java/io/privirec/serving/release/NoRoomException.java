package io.privirec.serving.release;

import java.io.IOException;

/// The disk has no room for a draft.
public final class NoRoomException extends IOException {
  private static final long serialVersionUID = 1L;

  NoRoomException(String message) {
    super(message);
  }
}
