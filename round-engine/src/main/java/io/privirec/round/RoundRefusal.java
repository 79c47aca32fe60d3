package io.privirec.round;

import io.privirec.secagg.coordinator.RejectionReason;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Why a round does not take a message or chunk, or does not answer a participant; nothing is kept
/// of what was refused. The message is a sentence for the caller.
public final class RoundRefusal extends RuntimeException {
  /// What the caller may act on.
  public enum Reason {
    UNKNOWN_ROUND,
    NOT_INVITED,
    /// The round is in another phase, or over.
    WRONG_PHASE,
    /// The round's session ended before the round did.
    GIVEN_UP,
    /// Others change the round again and again: later it works.
    CONTENDED,
    /// The protocol refuses a message, as [#rejection] says.
    REJECTED,
    UNKNOWN_CHUNK,
    LENGTH_NOT_DECLARED,
    TOO_LONG,
    WRONG_LENGTH,
    DIGEST_MISMATCH,
    /// Other bytes of the chunk are staged: one mask must never cover two inputs.
    CHUNK_CONFLICT,
    CHUNKS_MISSING,
    /// The chunk may be uploaded when the others have caught up.
    OUTSIDE_WINDOW,
    /// Too many uploads are under way: soon there are fewer.
    BUSY,
    /// The disk is full: later it works, when somebody has tidied up.
    DISK_FULL
  }

  private final Reason reason;
  private final @Nullable RejectionReason rejection;

  RoundRefusal(Reason reason, String detail) {
    super(detail);
    this.reason = reason;
    this.rejection = null;
  }

  RoundRefusal(RejectionReason rejection, String detail) {
    super(rejection.code() + ": " + detail);
    this.reason = Reason.REJECTED;
    this.rejection = rejection;
  }

  static RoundRefusal diskFull() {
    return new RoundRefusal(Reason.DISK_FULL, "The coordinator's disk has no room for more chunks");
  }

  public Reason reason() {
    return reason;
  }

  /// Why the protocol refuses a message; empty for every other reason.
  public Optional<RejectionReason> rejection() {
    return Optional.ofNullable(rejection);
  }
}
