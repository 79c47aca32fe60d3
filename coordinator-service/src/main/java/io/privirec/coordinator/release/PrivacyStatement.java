package io.privirec.coordinator.release;

import io.privirec.secagg.ThreatModel;
import io.privirec.wire.ReleaseManifest.Privacy;

/// Says in words what was protected in a session, and what was not.
final class PrivacyStatement {
  /// The figure is that of the public Gowalla data (docs/threat-model.md).
  private static final String ITEM_PAIRS =
      " The sums tell the exact item Gram matrix: a number for every pair of items that somebody has"
          + " both of. Most such numbers are of one user only (78 % in the public Gowalla data): pairs"
          + " of items of single users can be read from the sums and from this release. A"
          + " participant takes part in such a session only when somebody has approved it.";

  private PrivacyStatement() {}

  static Privacy of(ReleaseDraft draft) {
    return new Privacy(
        draft.threatModel(),
        draft.minSurvivors(),
        "none",
        """
        Every number that left a participant was hidden by one-time masks; only sums over at least %d \
        participants were opened. Threat model %s: this holds against %s. The coordinator saw the exact sums: how \
        many users there are in all, how many have each item, and the sums of the rounds after that. The \
        participants saw the item counts and what was broadcast before each round. Everyone sees this release. The sums are exact and no \
        noise was added: there is no differential privacy, and a value that only one user contributes \
        to can be read from an exact sum.%s\
        """
            .formatted(
                draft.minSurvivors(),
                draft.threatModel(),
                against(draft.threatModel()),
                draft.opensItemPairs() ? ITEM_PAIRS : ""));
  }

  private static String against(String threatModel) {
    return threatModel.equals(ThreatModel.SEMI_MALICIOUS.label())
        ? "a coordinator that does whatever it likes, with the help of a bounded number of participants,"
            + " as far as the holders' roster names the true participants"
        : "a coordinator and participants that follow the protocol and look at what they see";
  }
}
