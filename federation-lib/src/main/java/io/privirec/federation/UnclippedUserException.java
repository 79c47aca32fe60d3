package io.privirec.federation;

/// A defect of the code that clips users: the integers of a user are larger than the noise of the
/// round is for. Such integers are never masked. The message has no data.
public final class UnclippedUserException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /// @param round name of the round
  public UnclippedUserException(String round) {
    super(
        "round %s: a user's integers are larger than the sensitivity that the noise is for; nothing was masked"
            .formatted(round));
  }
}
