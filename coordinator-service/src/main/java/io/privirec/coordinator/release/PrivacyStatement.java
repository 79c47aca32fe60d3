package io.privirec.coordinator.release;

import io.privirec.federation.Disclosure;
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

  private static final String USER_VECTORS =
      " The sums tell the equations of each item's vector, made of vectors of the users who have it"
          + " and of their ratings, where ratings were read: of an item that few users have, theirs"
          + " can be read from the sums. From this release, too, it can be computed for pairs of"
          + " items how many have both, and what they gave, the better the more numbers a vector"
          + " has. Items of too few users were left out after the first sum; two releases over"
          + " different cells undo that. A participant takes part in such a session only when"
          + " somebody has approved it.";

  private PrivacyStatement() {}

  private static String ofSingleUsers(Disclosure disclosure) {
    return switch (disclosure) {
      case Disclosure.Nothing _, Disclosure.NoisySums _ -> "";
      case Disclosure.ExactSums(Disclosure.SingleUsers shown) ->
          switch (shown) {
            case RARE_ITEMS -> "";
            case ITEM_GRAM -> ITEM_PAIRS;
            case USER_VECTORS -> USER_VECTORS;
          };
    };
  }

  static Privacy of(ReleaseDraft draft) {
    return new Privacy(
        ThreatModel.SEMI_MALICIOUS.label(),
        "none",
        """
        Every number that left a participant was hidden by one-time masks. What was opened are sums over \
        whole cells of roster version %d, of all %d participants in them and of no fewer, against a \
        coordinator that does whatever it likes, together with all participants but two. Sums over whole \
        cells, added and subtracted, tell apart groups that stood in the same cells: the smallest one has \
        participants of %d holders. The \
        coordinator saw the exact sums: how many users there are in all, how many have each item, and the \
        sums of the rounds after that. The participants saw the item counts and what was broadcast before \
        each round. Everyone sees this release. The sums are exact and no noise was added: there is no \
        differential privacy, and a value that only one user contributes to can be read from an exact \
        sum.%s\
        """
            .formatted(
                draft.rosterVersion(),
                draft.participants(),
                draft.smallestAtom(),
                ofSingleUsers(draft.disclosure())));
  }
}
