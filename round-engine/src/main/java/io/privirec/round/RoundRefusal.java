package io.privirec.round;

import io.privirec.secagg.coordinator.RejectionReason;

/// Why a round does not take a message or chunk, or does not answer a participant; nothing is kept
/// of what was refused. The message is a sentence for the caller.
public abstract sealed class RoundRefusal extends RuntimeException {
  private RoundRefusal(String detail) {
    super(detail);
  }

  public static final class UnknownRound extends RoundRefusal {
    UnknownRound() {
      super("No such round");
    }
  }

  public static final class NotInvited extends RoundRefusal {
    NotInvited() {
      super("This participant is not in the round's cohort");
    }
  }

  /// The round is in another phase, or over.
  public static final class WrongPhase extends RoundRefusal {
    WrongPhase(String detail) {
      super(detail);
    }
  }

  /// The round's session ended before the round did.
  public static final class GivenUp extends RoundRefusal {
    GivenUp() {
      super("The round was given up");
    }
  }

  /// Others change the round again and again: later it works.
  public static final class Contended extends RoundRefusal {
    Contended() {
      super("The round is contended");
    }
  }

  /// The protocol refuses a message.
  public static final class Rejected extends RoundRefusal {
    private final RejectionReason reason;

    Rejected(RejectionReason reason, String detail) {
      super(reason.code() + ": " + detail);
      this.reason = reason;
    }

    public RejectionReason reason() {
      return reason;
    }
  }

  public static final class UnknownChunk extends RoundRefusal {
    UnknownChunk(int chunks) {
      super("chunk must be in [0, " + (chunks - 1) + "]");
    }
  }

  public static final class LengthNotDeclared extends RoundRefusal {
    LengthNotDeclared() {
      super("A chunk needs a Content-Length");
    }
  }

  public static final class TooLong extends RoundRefusal {
    TooLong(long bytes) {
      super("This chunk has " + bytes + " bytes");
    }
  }

  public static final class WrongLength extends RoundRefusal {
    WrongLength(String detail) {
      super(detail);
    }
  }

  public static final class DigestMismatch extends RoundRefusal {
    DigestMismatch(String detail) {
      super(detail);
    }
  }

  /// Other bytes of the chunk are staged: one mask must never cover two inputs.
  public static final class ChunkConflict extends RoundRefusal {
    ChunkConflict(int chunk) {
      super("Chunk " + chunk + " is staged already, with other bytes");
    }
  }

  public static final class ChunksMissing extends RoundRefusal {
    ChunksMissing(String detail) {
      super(detail);
    }
  }

  /// The chunk may be uploaded when the others have caught up.
  public static final class OutsideWindow extends RoundRefusal {
    OutsideWindow(int from, int to) {
      super(
          "Chunks before %d are taken now; the window moves when everyone has sent chunk %d"
              .formatted(to, from));
    }
  }

  /// Too many uploads are under way: soon there are fewer.
  public static final class Busy extends RoundRefusal {
    Busy(String detail) {
      super(detail);
    }
  }

  /// The disk is full: later it works, when somebody has tidied up.
  public static final class DiskFull extends RoundRefusal {
    DiskFull() {
      super("The coordinator's disk has no room for more chunks");
    }
  }
}
