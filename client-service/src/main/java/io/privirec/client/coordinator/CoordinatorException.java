package io.privirec.client.coordinator;

import io.privirec.wire.ProblemType;

/// A call to the coordinator did not succeed.
public abstract sealed class CoordinatorException extends RuntimeException {
  private CoordinatorException(String message) {
    super(message);
  }

  private CoordinatorException(String message, Throwable cause) {
    super(message, cause);
  }

  /// No answer, or only "try later", within the attempts that were made. The same call may work
  /// later.
  public static final class Unreachable extends CoordinatorException {
    Unreachable(String message) {
      super(message);
    }

    Unreachable(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /// The coordinator answered with a problem that a repetition will not cure.
  public static final class Refused extends CoordinatorException {
    private final int status;
    private final String code;
    private final String detail;

    Refused(int status, String code, String detail) {
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

  /// The coordinator's answer is longer than the call's answer can be; the rest was not read. Not
  /// repeated: whoever sends such an answer once will send it again.
  public static final class TooLong extends CoordinatorException {
    /// Stable, like the codes of problems.
    public static final String CODE = "answer-too-long";

    TooLong(Call call, long limitBytes, Throwable cause) {
      super(
          "%s: the coordinator's answer to %s %s has more than %s bytes"
              .formatted(CODE, call.method(), call.path(), limitBytes),
          cause);
    }
  }
}
