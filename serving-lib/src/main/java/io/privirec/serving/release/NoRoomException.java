package io.privirec.serving.release;

import java.io.IOException;

/// The disk has no room for a draft.
public final class NoRoomException extends IOException {
  private static final long serialVersionUID = 1L;

  NoRoomException(String what, long bytes, long room, long promised) {
    super(
        "no-room: %s %s bytes; the disk has %s beyond the %s bytes that stay free%s"
            .formatted(
                what,
                bytes,
                room,
                UsableSpace.RESERVE_BYTES,
                promised == 0
                    ? ""
                    : " and the %s bytes of other files under way".formatted(promised)));
  }
}
