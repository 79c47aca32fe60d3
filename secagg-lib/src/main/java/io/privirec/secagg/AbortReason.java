package io.privirec.secagg;

import java.util.Locale;

/// Why a side gave a round up. The code is stable; names and codes are never reused.
public enum AbortReason {
  /// The round record is not signed by the pinned coordinator key.
  RECORD_SIGNATURE_INVALID,
  /// The record's threat model is weaker than this participant accepts.
  THREAT_MODEL_TOO_WEAK,
  /// The round needs a roster, and this participant has none.
  ROSTER_MISSING,
  /// A member of the cohort is not in the roster, or has another identity key there.
  OUTSIDE_ROSTER,
  /// The closed round relies on another text of the roster than the one in force here.
  ROSTER_SUPERSEDED,
  /// The cohort of a closed round is not the members of the cells that its record names.
  NOT_WHOLE_CELLS,
  /// The record's cohort does not list this participant.
  NOT_IN_COHORT,
  /// The record lists this participant with another identity key than its own.
  IDENTITY_KEY_MISMATCH,
  /// A message is bound to another round or to other advertisements.
  CONTEXT_MISMATCH,
  /// A message came in a phase in which it makes no sense.
  OUT_OF_ORDER,
  /// The same message came a second time with other content.
  EQUIVOCATION,
  /// A message names somebody who is not of the cohort or of an earlier phase.
  UNKNOWN_PARTICIPANT,
  /// A closed round lacks somebody of its cohort.
  PARTICIPANT_MISSING,
  /// This participant's keys are missing from the published list, or others stand there.
  OWN_KEYS_CHANGED,
  /// One key appears twice among all published keys.
  DUPLICATE_KEY,
  /// A public key is malformed or of small order.
  INVALID_KEY,
  /// A key advertisement is not signed by its sender's identity key.
  ADVERTISEMENT_SIGNATURE_INVALID,
  /// A key advertisement lacks the commitment to a part of the graph's seed, or has one where the
  /// graph needs none.
  SEED_COMMITMENT_INVALID,
  /// The revealed parts of the graph's seed are not those of everyone who advertised keys.
  SEED_MISMATCH,
  /// Somebody who advertised keys did not reveal its part of the graph's seed.
  SEED_NOT_REVEALED,
  /// What a neighbour sent to agree on a mask is not signed by it, or has the wrong size.
  ENCAPSULATION_INVALID,
  /// A share for this participant does not decrypt.
  SHARE_INVALID,
  /// Fewer participants are left than the round demands.
  TOO_FEW_SURVIVORS,
  /// The survivor set does not hold this participant, whose input was committed.
  NOT_A_SURVIVOR,
  /// The survivor set is not the one that this participant signed.
  SURVIVORS_CHANGED,
  /// A signature of the survivor set is not its signer's.
  SURVIVOR_SIGNATURE_INVALID,
  /// Fewer of those that hold shares with this participant signed the survivor set than the
  /// threshold.
  TOO_FEW_SIGNATURES,
  /// A commitment to another input was asked for after the first: the same masks would cover both.
  INPUT_CHANGED,
  /// Fewer participants answered the unmask request than the threshold.
  BELOW_THRESHOLD,
  /// Revealed shares of one secret do not lie on one polynomial.
  SHARES_INCONSISTENT,
  /// A reconstructed mask key is not the one that was advertised.
  MASK_KEY_MISMATCH;

  /// The name in lower-case words joined by hyphens.
  public String code() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
