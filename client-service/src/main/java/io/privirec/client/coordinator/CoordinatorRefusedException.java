package io.privirec.client.coordinator;

import io.privirec.wire.ProblemType;

/// The coordinator answered with a problem that a repetition will not cure.
public final class CoordinatorRefusedException extends CoordinatorException {
  private final int status;
  private final String code;
  private final String detail;

  CoordinatorRefusedException(int status, String code, String detail) {
    super("coordinator answered " + status + " " + code + ": " + detail);
    this.status = status;
    this.code = code;
    this.detail = detail;
  }

  public int status() {
    return status;
  }

  /// The problem's stable code, for example `wrong-phase`.
  public String code() {
    return code;
  }

  /// The problem's detail, in the coordinator's words, made [printable][CoordinatorText].
  public String detail() {
    return detail;
  }

  /// Whether the coordinator has no such session.
  public boolean isUnknownSession() {
    return is(ProblemType.UNKNOWN_SESSION);
  }

  /// Whether the coordinator itself says that it has no such path; a proxy's word is none.
  public boolean isUnknownPath() {
    return is(ProblemType.NOT_FOUND);
  }

  /// Whether the coordinator holds other bytes of the chunk.
  public boolean isChunkConflict() {
    return is(ProblemType.CHUNK_CONFLICT);
  }

  private boolean is(ProblemType type) {
    return code.equals(type.code());
  }
}
