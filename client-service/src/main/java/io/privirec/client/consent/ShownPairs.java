package io.privirec.client.consent;

import io.privirec.client.participation.ItemPairs;
import io.privirec.client.participation.SessionId;
import io.privirec.client.participation.SessionTerms;
import io.privirec.secagg.ParticipantId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/// The pairs of items that persons are shown before they approve a session. Each session is counted
/// when a person looks at it first: the figure is of the data at that time. A consent counts the
/// frozen data anew. Figures stay in this process. Thread-safe.
@Component
final class ShownPairs {
  private static final int MOST_KEPT = 256;

  private final Consents consents;
  private final Map<Place, ItemPairs> kept = new LinkedHashMap<>(16, 0.75f, true);

  private record Place(SessionId session, ParticipantId participant) {}

  ShownPairs(Consents consents) {
    this.consents = consents;
  }

  /// Returns the pairs, counted at most once while they are kept.
  ///
  /// @return empty if the session opens none, or the data cannot be read
  synchronized Optional<ItemPairs> of(
      SessionId session, ParticipantId participant, SessionTerms terms) {
    Place place = new Place(session, participant);
    Optional<ItemPairs> known =
        Optional.ofNullable(kept.get(place)).or(() -> consents.pairs(participant, terms));
    known.ifPresent(pairs -> kept.put(place, pairs));
    if (kept.size() > MOST_KEPT) {
      kept.remove(kept.keySet().iterator().next());
    }
    return known;
  }
}
