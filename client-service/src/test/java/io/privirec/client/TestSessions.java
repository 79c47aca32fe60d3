package io.privirec.client;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.federation.Algorithm;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.ThreatModel;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.AlgorithmParameters;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Views and records of sessions with nothing in them that a participant does not need, and as a
/// coordinator that lies would have them.
public final class TestSessions {
  private static final Instant FIRST_TIME = Instant.parse("2026-01-01T00:00:00Z");

  private TestSessions() {}

  static SessionView view(
      String id,
      String algorithm,
      AlgorithmParameters parameters,
      ThreatModel threatModel,
      Optional<CellTerms> cells,
      SessionView.Status status,
      int catalogueVersion,
      Instant dataAsOf,
      List<String> cohort) {
    return new SessionView(
        id,
        algorithm,
        parameters,
        status,
        null,
        threatModel.label(),
        KeyAgreement.X25519.label(),
        cells.isPresent() ? "closed" : "tolerant",
        cells.map(CellTerms::onMissing).orElse(null),
        cells.map(CellTerms::minParticipants).orElse(null),
        cells.map(CellTerms::rosterVersion).orElse(null),
        cells.map(CellTerms::cells).orElse(List.of()),
        List.of(),
        catalogueVersion,
        dataAsOf,
        cohort,
        List.of(),
        List.of(),
        List.of(),
        null,
        Instant.EPOCH,
        null,
        null,
        Map.of(),
        List.of());
  }

  /// For each session a time of its own, later than those before: its snapshots are its own.
  static Supplier<Instant> times() {
    AtomicLong sessions = new AtomicLong();
    return () -> FIRST_TIME.plusMillis(sessions.incrementAndGet());
  }

  /// The same terms over others.
  public static RoundRecord withCohort(
      RoundRecord terms, RoundKind kind, List<CohortMember> cohort) {
    return new RoundRecord(
        terms.id(),
        terms.sessionId(),
        terms.roundIndex(),
        terms.attempt(),
        cohort,
        kind,
        terms.keyAgreement(),
        terms.vector(),
        terms.catalogue(),
        terms.parameters(),
        terms.broadcast());
  }

  /// A view that says something else of its rounds.
  public static SessionView shown(
      SessionView view, String roundKind, @Nullable Integer rosterVersion, List<Integer> cells) {
    return shown(view, roundKind, rosterVersion, cells, view.dataAsOf());
  }

  /// A view that says something else of its data.
  public static SessionView shownAsOf(SessionView view, @Nullable Instant dataAsOf) {
    return shown(view, view.roundKind(), view.rosterVersion(), view.cells(), dataAsOf);
  }

  private static SessionView shown(
      SessionView view,
      String roundKind,
      @Nullable Integer rosterVersion,
      List<Integer> cells,
      @Nullable Instant dataAsOf) {
    return new SessionView(
        view.id(),
        view.algorithm(),
        view.parameters(),
        view.status(),
        view.failure(),
        view.threatModel(),
        view.keyAgreement(),
        roundKind,
        view.onMissing(),
        view.minParticipants(),
        rosterVersion,
        cells,
        view.cellsLeftOut(),
        view.catalogueVersion(),
        dataAsOf,
        view.cohort(),
        view.survivors(),
        view.missing(),
        view.rounds(),
        view.releaseId(),
        view.createdAt(),
        view.finishedAt(),
        view.seconds(),
        view.stages(),
        view.bisection());
  }

  /// Over which cells a closed session is.
  record CellTerms(int rosterVersion, List<Integer> cells, String onMissing, int minParticipants) {}

  /// The algorithm of settled parameters.
  public static Algorithm algorithm(AlgorithmParameters settled, int items) {
    try {
      return AlgorithmRegistry.build(settled, items);
    } catch (InvalidParametersException e) {
      throw new AssertionError(e);
    }
  }
}
