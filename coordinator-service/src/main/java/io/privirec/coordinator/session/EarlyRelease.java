package io.privirec.coordinator.session;

import io.privirec.federation.PlanStep.PublishPopular;
import io.privirec.round.Round;
import io.privirec.round.RoundStatus;
import io.privirec.round.Rounds;
import io.privirec.wire.SessionView.Failure;
import io.privirec.wire.SessionView.Status;
import java.util.List;
import java.util.Optional;

/// Decides whether a session that ends before its last sum publishes popular items. It does if its
/// noisy counts are summed: then it has spent ε, and the counts are paid for.
record EarlyRelease(Rounds rounds, SessionAlgorithms algorithms) {
  /// The reason in the public manifest. It names neither the cause nor a participant: the session
  /// view has both.
  static final PublishPopular REASON =
      new PublishPopular(
          "session-ended-early",
          "The session ended before its last sum. These are popular items by its noisy counts.");

  /// Returns the session as it goes on.
  ///
  /// @param session as it stands
  /// @param over the same session, failed or cancelled
  AggregationSession of(AggregationSession session, AggregationSession over) {
    return session.status() == Status.RUNNING && session.probe().isEmpty() && hasCounts(session)
        ? session.endingEarly(over.failure().orElseGet(EarlyRelease::cancelled))
        : over;
  }

  private boolean hasCounts(AggregationSession session) {
    return algorithms.find(session).filter(known -> known.publication().popularItems()).isPresent()
        && counts(rounds.ofSession(session.id())).isPresent();
  }

  /// Returns the first round of a session if its sum is there, or is being made.
  static Optional<Round> counts(List<Round> rounds) {
    return rounds.stream()
        .filter(round -> round.terms().roundIndex() == 0)
        .filter(
            round -> round.status() == RoundStatus.SUMMING || round.status() == RoundStatus.DONE)
        .findFirst();
  }

  private static Failure cancelled() {
    return new Failure(AggregationSession.CANCELLED, "An administrator cancelled the session");
  }
}
