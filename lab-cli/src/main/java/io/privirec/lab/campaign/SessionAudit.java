package io.privirec.lab.campaign;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.secagg.ParticipantId;
import io.privirec.serving.ReleaseDirectory;
import io.privirec.serving.ReleaseVerificationException;
import io.privirec.session.InvalidParametersException;
import io.privirec.session.OnLoss;
import io.privirec.session.SessionAlgorithms;
import io.privirec.session.UnknownAlgorithmException;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Failure;
import io.privirec.wire.SessionView.RoundView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Looks at a session that is over: what it published must be what it says.
final class SessionAudit {
  /// What the loss of participants can do to an attempt, and so to a session. Everything else is a
  /// defect.
  private static final Set<String> EXPECTED = Set.of("too-few-survivors", "below-threshold");

  /// What it can do, too, where contributions are summed while they come in, and to a strict
  /// session after its first round.
  private static final String LOST = "participant-lost";

  /// What becomes of the round in which a strict session failed at a loss.
  private static final String GIVEN_UP = "session-over";

  private static final String WINDOWED = "windowed";

  private final CampaignData data;
  private final Path releases;
  private final PublicIdentityKey coordinatorKey;
  private final Path scratch;
  private final Findings findings;

  /// @param releases the coordinator's directory of published releases
  /// @param scratch an existing directory that nobody else uses
  SessionAudit(
      CampaignData data,
      Path releases,
      PublicIdentityKey coordinatorKey,
      Path scratch,
      Findings findings) {
    this.data = data;
    this.releases = releases;
    this.coordinatorKey = coordinatorKey;
    this.scratch = scratch;
    this.findings = findings;
  }

  /// @param generation of the data at the session's start
  void check(SessionView session, int generation) {
    checkFailures(session);
    for (RoundView round : summed(session)) {
      int enough = minSurvivors(session.cohort().size());
      if (round.survivors().size() < enough) {
        findings.add(
            Invariant.SURVIVORS_ENOUGH,
            "session %s, round %d: %d of at least %d"
                .formatted(session.id(), round.index(), round.survivors().size(), enough));
      }
    }
    if (session.status() == SessionView.Status.PUBLISHED) {
      checkStrictness(session);
      checkRelease(session, generation);
    } else if (session.releaseId() != null || Files.exists(release(session))) {
      findings.add(
          Invariant.FAILED_PUBLISH_NOTHING,
          "session %s is %s and has a release".formatted(session.id(), session.status()));
    }
  }

  private void checkStrictness(SessionView session) {
    boolean isStrict = session.onLoss().equals(OnLoss.STRICT.label());
    long different = summed(session).stream().map(RoundView::survivors).distinct().count();
    if (isStrict && different > 1) {
      findings.add(
          Invariant.STRICT_LOSES_NOBODY,
          "session %s has sums over %d sets of survivors".formatted(session.id(), different));
    }
  }

  /// Looks at all sessions together: named or not, failures must be the exception.
  void checkSuccess(List<SessionView> sessions) {
    List<SessionView> over =
        sessions.stream().filter(session -> session.status().isOver()).toList();
    long good = over.stream().filter(SessionAudit::succeeded).count();
    if (2 * good < over.size()) {
      findings.add(Invariant.SESSIONS_SUCCEED, "%d of %d sessions".formatted(good, over.size()));
    }
  }

  private void checkFailures(SessionView session) {
    Failure failure = session.failure();
    boolean strictlyLost = failure != null && isStrictLoss(session, failure);
    if (!succeeded(session)
        && !strictlyLost
        && (failure == null || !isExpected(failure, session.rounds()))) {
      findings.add(
          Invariant.FAILURES_NAMED,
          "session %s ended as %s, %s".formatted(session.id(), session.status(), failure));
    }
    for (RoundView round : session.rounds()) {
      Failure why = round.failure();
      boolean givenUp = why != null && strictlyLost && why.code().equals(GIVEN_UP);
      if (why != null && !givenUp && !isExpected(why, List.of(round))) {
        findings.add(
            Invariant.FAILURES_NAMED,
            "session %s, round %d, attempt %d: %s"
                .formatted(session.id(), round.index(), round.attempt(), why));
      }
    }
  }

  private static boolean isExpected(Failure failure, List<RoundView> rounds) {
    return EXPECTED.contains(failure.code())
        || (failure.code().equals(LOST) && rounds.stream().anyMatch(SessionAudit::isWindowed));
  }

  /// Whether a session failed because its policy forbids losses after the first round.
  private static boolean isStrictLoss(SessionView session, Failure failure) {
    return failure.code().equals(LOST)
        && session.onLoss().equals(OnLoss.STRICT.label())
        && session.rounds().stream().anyMatch(round -> OnLoss.STRICT.forbidsLossIn(round.index()));
  }

  /// Whether the contributions to a round are summed while they come in.
  static boolean isWindowed(RoundView round) {
    return round.staging().mode().equals(WINDOWED);
  }

  private static boolean succeeded(SessionView session) {
    return switch (session.status()) {
      case PUBLISHED, COMPLETED -> true;
      case RUNNING, PUBLISHING, FAILED, CANCELLED -> false;
    };
  }

  /// U_min of a complete graph, from the numbers that are published: max(3, ⌈.6 n⌉, t).
  static int minSurvivors(int cohort) {
    int corrupt = Math.max(1, cohort / 10);
    int threshold = (cohort + corrupt) / 2 + 1;
    return Math.max(3, Math.max((6 * cohort + 9) / 10, threshold));
  }

  private void checkRelease(SessionView session, int generation) {
    try {
      ReleaseDirectory.verify(release(session), coordinatorKey);
    } catch (IOException | ReleaseVerificationException broken) {
      findings.add(Invariant.RELEASES_VERIFY, "session %s: %s".formatted(session.id(), broken));
      return;
    }
    try {
      PlainSums plain =
          new PlainSums(SessionAlgorithms.of(session.parameters(), data.items().size()));
      List<RoundView> summed = summed(session);
      if (summed.size() != plain.rounds()) {
        findings.add(
            Invariant.SUMS_EXACT,
            "session %s has %d sums of %d".formatted(session.id(), summed.size(), plain.rounds()));
        return;
      }
      byte[] published = Files.readAllBytes(release(session).resolve(ReleaseManifest.FACTORS));
      byte[] expected =
          plain.factors(
              summed.stream().map(round -> held(round.survivors(), generation)).toList(), scratch);
      if (!Arrays.equals(published, expected)) {
        findings.add(
            Invariant.SUMS_EXACT,
            "session %s published other factors than those of generation %d over %s"
                .formatted(
                    session.id(), generation, summed.stream().map(RoundView::survivors).toList()));
      }
    } catch (IOException
        | UnknownAlgorithmException
        | InvalidParametersException
        | RuntimeException e) {
      findings.add(
          Invariant.SUMS_EXACT, "session %s cannot be computed: %s".formatted(session.id(), e));
    }
  }

  private SortedMap<ParticipantId, InteractionMatrix> held(List<String> survivors, int generation) {
    SortedMap<ParticipantId, InteractionMatrix> held = new TreeMap<>();
    for (int p = 0; p < data.participants(); p++) {
      String id = CampaignServices.participant(p);
      if (survivors.contains(id)) {
        held.put(new ParticipantId(id), data.held(p, generation));
      }
    }
    return held;
  }

  private static List<RoundView> summed(SessionView session) {
    return session.rounds().stream().filter(round -> round.phase().equals("DONE")).toList();
  }

  private Path release(SessionView session) {
    return releases.resolve("r-" + session.id());
  }
}
