package io.privirec.acceptance.campaign;

import io.privirec.acceptance.session.BoundedFit;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.Disclosure;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.OnMissing;
import io.privirec.federation.Requirement;
import io.privirec.federation.RoundNoise;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.Selection;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.filter.factor.ItemFactorsFile;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.lab.fedpower.RevealedNoise;
import io.privirec.privacy.DistributedDiscreteGaussian;
import io.privirec.privacy.NoiseShares;
import io.privirec.secagg.ParticipantId;
import io.privirec.serving.release.ReleaseVerificationException;
import io.privirec.serving.release.ReleaseVerifier;
import io.privirec.stage.deployment.Cells;
import io.privirec.stage.deployment.Cohort;
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
import java.util.stream.IntStream;

/// Looks at a session that is over: what it published must be what it says.
///
/// @param cells that participants were dealt out to
/// @param releases the coordinator's directory of published releases
/// @param noise what participants of `fedpower-utility` drew
/// @param scratch an existing directory that nobody else uses
record SessionAudit(
    CampaignData data,
    Cells cells,
    Path releases,
    PublicIdentityKey coordinatorKey,
    RevealedNoise noise,
    Path scratch,
    Findings findings) {
  /// What the loss of participants can do to an attempt of a tolerant round, and so to a session.
  /// Everything else is a defect.
  private static final Set<String> TOO_FEW = Set.of("too-few-survivors", "below-threshold");

  /// What it can do, too, where contributions are summed while they come in.
  private static final String LOST = "participant-lost";

  /// What it does to an attempt of a closed round.
  private static final String MISSING = "participant-missing";

  private static final String CLOSED = "closed";
  private static final String WINDOWED = "windowed";

  /// @param generation of the data at the session's start
  void check(SessionView session, int generation) {
    checkFailures(session);
    if (isClosed(session)) {
      checkCells(session);
    } else {
      checkSurvivors(session);
    }
    if (session.status() == SessionView.Status.PUBLISHED) {
      checkRelease(session, generation);
    } else if (session.releaseId() != null || Files.exists(release(session))) {
      findings.add(
          Invariant.FAILED_PUBLISH_NOTHING,
          "session %s is %s and has a release".formatted(session.id(), session.status()));
    }
  }

  private void checkCells(SessionView session) {
    List<String> whole = members(session.cells());
    for (RoundView round : summed(session)) {
      if (!round.survivors().equals(whole)) {
        findings.add(
            Invariant.WHOLE_CELLS,
            "session %s, round %d is over %s, and its cells are %s"
                .formatted(session.id(), round.index(), round.survivors(), session.cells()));
      }
    }
    boolean mayLeaveOut = OnMissing.LEAVE_OUT_CELLS.label().equals(session.onMissing());
    boolean overlaps = session.cellsLeftOut().stream().anyMatch(session.cells()::contains);
    if (overlaps || (!mayLeaveOut && !session.cellsLeftOut().isEmpty())) {
      findings.add(
          Invariant.LEFT_OUT_BY_POLICY,
          "session %s (%s) went on with %s without %s"
              .formatted(
                  session.id(), session.onMissing(), session.cells(), session.cellsLeftOut()));
    }
  }

  private void checkSurvivors(SessionView session) {
    for (RoundView round : summed(session)) {
      int enough = minSurvivors(session.cohort().size(), 0);
      if (round.survivors().size() < enough) {
        findings.add(
            Invariant.SURVIVORS_ENOUGH,
            "session %s, round %d: %d of at least %d"
                .formatted(session.id(), round.index(), round.survivors().size(), enough));
      }
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
    boolean closed = isClosed(session);
    if (!succeeded(session)
        && (failure == null || !isExpected(failure, closed, session.rounds()))) {
      findings.add(
          Invariant.FAILURES_NAMED,
          "session %s ended as %s, %s".formatted(session.id(), session.status(), failure));
    }
    for (RoundView round : session.rounds()) {
      Failure why = round.failure();
      if (why != null && !isExpected(why, closed, List.of(round))) {
        findings.add(
            Invariant.FAILURES_NAMED,
            "session %s, round %d, attempt %d: %s"
                .formatted(session.id(), round.index(), round.attempt(), why));
      }
    }
  }

  private static boolean isExpected(Failure failure, boolean closed, List<RoundView> rounds) {
    if (closed) {
      return failure.code().equals(MISSING);
    }
    return TOO_FEW.contains(failure.code())
        || (failure.code().equals(LOST) && rounds.stream().anyMatch(SessionAudit::isWindowed));
  }

  private static boolean isClosed(SessionView session) {
    return session.roundKind().equals(CLOSED);
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
  ///
  /// @param colluders of the noise; 0 without noise
  static int minSurvivors(int cohort, int colluders) {
    int threshold = (cohort + corrupt(cohort, colluders)) / 2 + 1;
    return Math.max(3, Math.max((6 * cohort + 9) / 10, threshold));
  }

  private static int corrupt(int cohort, int colluders) {
    return Math.max(Math.max(1, colluders), cohort / 10);
  }

  private void checkRelease(SessionView session, int generation) {
    ReleaseManifest manifest;
    try {
      manifest = ReleaseVerifier.verify(release(session), coordinatorKey).manifest();
    } catch (IOException | ReleaseVerificationException broken) {
      findings.add(Invariant.RELEASES_VERIFY, "session %s: %s".formatted(session.id(), broken));
      return;
    }
    int survivors = summed(session).getLast().survivors().size();
    if (manifest.contributors() != survivors) {
      findings.add(
          Invariant.RELEASES_VERIFY,
          "session %s has a release of %d participants, and a last sum of %d"
              .formatted(session.id(), manifest.contributors(), survivors));
    }
    try {
      AlgorithmSettings algorithm =
          AlgorithmRegistry.settings(session.parameters(), data.items().size());
      if (algorithm.algorithm().disclosure() instanceof Disclosure.NoisySums) {
        checkNoise(session, algorithm, generation);
        return;
      }
      if (RevealedNoise.concerns(algorithm)) {
        checkLeftNoise(session, algorithm, members(manifest.cells()), generation);
        return;
      }
      PlainSums plain = new PlainSums(algorithm.algorithm());
      int summed = summed(session).size();
      if (summed != plain.rounds()) {
        findings.add(
            Invariant.SUMS_EXACT,
            "session %s has %d sums of %d".formatted(session.id(), summed, plain.rounds()));
        return;
      }
      byte[] published = Files.readAllBytes(release(session).resolve(ReleaseManifest.FACTORS));
      byte[] expected =
          plain.factors(byParticipant(members(manifest.cells()), generation), scratch);
      if (!Arrays.equals(published, expected)) {
        findings.add(
            Invariant.SUMS_EXACT,
            "session %s published other factors than those of generation %d over cells %s"
                .formatted(session.id(), generation, manifest.cells()));
      }
    } catch (IOException | InvalidParametersException | RuntimeException e) {
      findings.add(
          Invariant.SUMS_EXACT, "session %s cannot be computed: %s".formatted(session.id(), e));
    }
  }

  /// In each synchronisation exactly one participant's noise is left, and not the noise of a
  /// participant without whom there is no session.
  private void checkLeftNoise(
      SessionView session, AlgorithmSettings algorithm, List<String> members, int generation)
      throws IOException {
    RevealedNoise.Left left;
    try {
      left =
          noise.explain(
              session.id(),
              algorithm,
              byParticipant(members, generation),
              Files.readAllBytes(release(session).resolve(ReleaseManifest.FACTORS)),
              Files.createTempDirectory(scratch, "noise"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    boolean isOfNamed =
        algorithm.algorithm().requirements().stream()
            .anyMatch(needed ->
                needed instanceof Requirement.NamedParticipant(var named, _)
                    && left.whose().stream().anyMatch(whose -> whose.contains(named)));
    if (!left.isOfOne() || isOfNamed) {
      findings.add(
          Invariant.SUMS_EXACT,
          "session %s published what the noise of %s leaves on generation %d over %s"
              .formatted(session.id(), left.whose(), generation, members));
    }
  }

  /// Compares a release with the sums of the survivors, within the bounds of the noise. A session
  /// with a failure published the counts alone.
  private void checkNoise(SessionView session, AlgorithmSettings algorithm, int generation)
      throws IOException {
    long[] counts = ItemDegreesFile.read(release(session).resolve(ReleaseManifest.DEGREES));
    List<RoundSpec> sums = algorithm.algorithm().specs();
    int most =
        algorithm.selections(counts, session.survivors().size()).stream()
            .filter(selection ->
                selection instanceof Selection.Sample sample
                    && (sample.inCounts() || sums.size() == 1))
            .mapToInt(selection -> ((Selection.Sample) selection).most())
            .findFirst()
            .orElse(data.items().size());
    checkCounts(session, sums.getFirst(), most, counts, generation);
    if (BoundedFit.concerns(algorithm) && session.failure() == null) {
      List<String> survivors = summed(session).getLast().survivors();
      BoundedFit fit =
          BoundedFit.of(
              algorithm,
              ItemFactorsFile.read(release(session).resolve(ItemFactorsFile.NAME)),
              counts,
              held(survivors, generation),
              deviation(session, sums.getLast(), survivors));
      if (!fit.holds()) {
        findings.add(
            Invariant.FACTORS_BOUNDED,
            "session %s published other factors than those of generation %d over %s: %s"
                .formatted(session.id(), generation, survivors, fit));
      }
    }
  }

  /// Counts are those of the survivors, but for ten standard deviations of the noise.
  ///
  /// @param most items of a user that count, chosen by chance where it has more
  private void checkCounts(
      SessionView session, RoundSpec round, int most, long[] published, int generation) {
    List<String> survivors = summed(session).getFirst().survivors();
    InteractionMatrix data = held(survivors, generation).pattern();
    long[] highest = data.itemDegrees();
    int[] whole =
        IntStream.range(0, data.users()).filter(user -> data.rowLength(user) <= most).toArray();
    long[] lowest = data.rows(whole).itemDegrees();
    double bound =
        10 * Math.scalb(deviation(session, round, survivors), -round.vector().scaleBits());
    for (int i = 0; i < published.length; i++) {
      if (published[i] > highest[i] + bound || published[i] < lowest[i] - bound) {
        findings.add(
            Invariant.NOISE_BOUNDED,
            "session %s published %d for item %d of %d"
                .formatted(session.id(), published[i], i, highest[i]));
        return;
      }
    }
  }

  /// Standard deviation of the noise in a sum, in units of its integers.
  private static double deviation(SessionView session, RoundSpec round, List<String> survivors) {
    return mechanism(round.noise().orElseThrow(), session.cohort().size(), isClosed(session))
        .deviation(survivors.size());
  }

  /// The noise of a round, from the numbers that are published. Rounds after losses reckon with
  /// fewer more, so that as many shares are counted as in a session's first one.
  static DistributedDiscreteGaussian mechanism(RoundNoise noise, int cohort, boolean closed) {
    return noise.mechanism(
        closed
            ? new NoiseShares(cohort, noise.colluders(), 0)
            : new NoiseShares(
                cohort,
                corrupt(cohort, noise.colluders()),
                cohort - minSurvivors(cohort, noise.colluders())));
  }

  /// Everybody in these cells, ascending.
  private List<String> members(List<Integer> numbers) {
    return IntStream.range(0, data.participants())
        .filter(p -> numbers.contains(cells.of(p)))
        .mapToObj(Cohort::participant)
        .sorted()
        .toList();
  }

  private RatingMatrix held(List<String> members, int generation) {
    return data.held(members.stream().map(Cohort::numberOf).toList(), generation);
  }

  private SortedMap<ParticipantId, RatingMatrix> byParticipant(
      List<String> members, int generation) {
    SortedMap<ParticipantId, RatingMatrix> held = new TreeMap<>();
    for (String member : members) {
      held.put(new ParticipantId(member), data.held(Cohort.numberOf(member), generation));
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
