package io.privirec.serving.release;

import java.io.IOException;

/// The disk has no room for the files of a release. No byte of them was written.
public final class NoRoomException extends IOException {
  private static final long serialVersionUID = 1L;

  NoRoomException(String releaseId, long neededBytes, long usableBytes, long reserveBytes) {
    super(
        "no-room: the files of release %s have %d bytes; the disk has %d usable bytes, of which %d stay free"
            .formatted(releaseId, neededBytes, usableBytes, reserveBytes));
  }
}
