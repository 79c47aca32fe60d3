package io.privirec.secagg.coordinator;

import java.util.Locale;

/// Why an event changed nothing. The code is stable.
public enum RejectionReason {
  /// The sender is not in the cohort.
  UNKNOWN_PARTICIPANT,
  /// The message names another sender than the one it came from.
  SENDER_MISMATCH,
  /// The phase of the message or deadline is over or not yet open.
  WRONG_PHASE,
  /// The sender left in an earlier phase.
  DROPPED_OUT,
  /// The sender has said something else in this place before.
  REPEATED_WITH_OTHER_CONTENT,
  /// The message is bound to another round or to other advertisements.
  CONTEXT_MISMATCH,
  /// The signature is not the sender's.
  BAD_SIGNATURE,
  /// A public key is malformed or of small order.
  INVALID_KEY,
  /// A public key is another participant's, or the sender's other key.
  DUPLICATE_KEY,
  /// The advertisement lacks the commitment to a part of the graph's seed, or has one where the
  /// graph needs none.
  SEED_COMMITMENT_INVALID,
  /// The revealed part of the graph's seed is not the one committed to.
  SEED_MISMATCH,
  /// The signature is of another survivor set.
  WRONG_SURVIVORS,
  /// Shares are not for exactly those neighbours that advertised keys.
  WRONG_RECIPIENTS,
  /// An encapsulation has not the size of the round's key agreement.
  INVALID_ENCAPSULATION,
  /// The evidence of a complaint does not hold, or the envelope that it is about is as it should
  /// be.
  FALSE_COMPLAINT,
  /// Reveals are not exactly those that were asked for.
  WRONG_REVEALS;

  /// The name in lower-case words joined by hyphens.
  public String code() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
