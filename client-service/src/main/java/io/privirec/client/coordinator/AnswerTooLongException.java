package io.privirec.client.coordinator;

/// The coordinator's answer is longer than the call's answer can be; the rest was not read. Not
/// repeated: whoever sends such an answer once will send it again.
public final class AnswerTooLongException extends CoordinatorException {
  /// Stable, like the codes of problems.
  public static final String CODE = "answer-too-long";

  AnswerTooLongException(Call call, long limitBytes, Throwable cause) {
    super(
        "%s: the coordinator's answer to %s %s has more than %s bytes"
            .formatted(CODE, call.method(), call.path(), limitBytes),
        cause);
  }
}
