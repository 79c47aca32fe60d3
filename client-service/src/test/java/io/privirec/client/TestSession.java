package io.privirec.client;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Disclosure;
import io.privirec.federation.OnMissing;
import io.privirec.federation.SessionDigest;
import io.privirec.federation.rehearsal.Rehearsal;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.roster.Roster;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.AlgorithmParameters;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// A session of a [TestCoordinator], as it began.
///
/// @param roster that its cells are of; empty: it is tolerant
/// @param dataAsOf names the snapshots that it is over
/// @param least participants that its cohort may shrink to
record TestSession(
    String id,
    AlgorithmParameters parameters,
    Algorithm algorithm,
    ThreatModel model,
    Optional<Roster> roster,
    List<Integer> cells,
    OnMissing policy,
    int least,
    Instant dataAsOf) {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Instant FIRST_TIME = Instant.parse("2026-01-01T00:00:00Z");

  /// A time for each session, later than those before: its snapshots are its own.
  static Supplier<Instant> times() {
    AtomicLong sessions = new AtomicLong();
    return () -> FIRST_TIME.plusMillis(sessions.incrementAndGet());
  }

  /// With nothing in it that a participant does not need.
  SessionView view(SessionView.Status status, int items, List<CohortMember> members) {
    return new SessionView(
        id,
        algorithm.id(),
        parameters,
        algorithm.disclosure() instanceof Disclosure.ExactSums ? SessionRequest.NO_NOISE : null,
        status,
        null,
        (roster.isPresent() ? ThreatModel.SEMI_MALICIOUS : model).label(),
        KeyAgreement.X25519.label(),
        roster.isPresent() ? "closed" : "tolerant",
        roster.map(known -> policy.label()).orElse(null),
        roster.map(known -> least).orElse(null),
        3,
        roster.map(Roster::version).orElse(null),
        roster.map(known -> cells).orElse(List.of()),
        List.of(),
        algorithm.id().equals(Rehearsal.ID) ? 0 : items,
        dataAsOf,
        cohort(members).stream().map(member -> member.id().value()).toList(),
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

  private List<CohortMember> cohort(List<CohortMember> members) {
    return roster.map(known -> known.cohort(cells)).orElse(members);
  }

  RoundRecord record(
      int index,
      int attempt,
      byte[] catalogue,
      Optional<Path> broadcast,
      List<CohortMember> members) {
    List<CohortMember> cohort = cohort(members);
    RoundKind kind =
        roster.isPresent()
            ? new RoundKind.Closed(roster.get().reference(), cells)
            : new RoundKind.Tolerant(Thresholds.of(model, cohort.size()));
    return new RoundRecord(
        RoundId.random(RANDOM),
        id,
        index,
        attempt,
        cohort,
        kind,
        KeyAgreement.X25519,
        algorithm.specs().get(index).vector(),
        algorithm.id().equals(Rehearsal.ID) ? Digest.of() : Digest.of(catalogue),
        SessionDigest.of(algorithm, policy, least, dataAsOf),
        broadcast.map(TestReleases::digest).orElse(Digest.of()));
  }
}
