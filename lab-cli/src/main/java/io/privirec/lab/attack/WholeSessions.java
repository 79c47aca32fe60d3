package io.privirec.lab.attack;

import io.privirec.federation.AlgorithmSettings;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.random.CounterRandom;
import io.privirec.lab.session.LocalCohort;
import io.privirec.secagg.ParticipantId;
import io.privirec.stage.process.RunDirectory;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// The attack on sums that whole sessions opened, with keys, masks and everybody's noise, over
/// made-up users. What the attacker would know is computed and taken off; no participant colludes.
final class WholeSessions {
  private static final int ITEMS = 60;
  private static final int USERS_OF_ONE = 3;
  private static final int ITEMS_OF_ONE = 8;

  /// Whole sessions beside trials: statistics in standard deviations.
  ///
  /// @param expected mean of those with the target; without it is 0
  /// @param absent mean of so many sessions without the target
  /// @param present mean of so many with it
  record CrossCheck(
      String release,
      double epsilon,
      int sessions,
      double expected,
      double absent,
      double present) {
    String line() {
      return ("%d sessions with the target, %d without, %s, epsilon %s: %.3f and %.3f standard"
              + " deviations, expected %.3f and 0, each +- %.3f")
          .formatted(
              sessions,
              sessions,
              release,
              epsilon,
              present,
              absent,
              expected,
              1 / Math.sqrt(sessions));
    }
  }

  private final AlgorithmSettings algorithm;
  private final int participants;
  private final SecureRandom random = LocalCohort.seeded(1);

  private WholeSessions(AlgorithmSettings algorithm, int participants) {
    this.algorithm = algorithm;
    this.participants = participants;
  }

  /// Runs as many sessions with the target as without.
  static CrossCheck check(
      AttackedRelease release, PrivacyParameters privacy, int participants, int sessions)
      throws IOException {
    AlgorithmSettings algorithm = release.algorithm(privacy, ITEMS, participants);
    WholeSessions whole = new WholeSessions(algorithm, participants);
    double[] means = new double[2];
    for (int session = 0; session < sessions; session++) {
      means[0] += whole.statistic(false) / sessions;
      means[1] += whole.statistic(true) / sessions;
    }
    double expected =
        new LikelihoodRatio(
                algorithm.algorithm(),
                participants,
                release.target(algorithm, ITEMS, participants),
                /* exact= */ false)
            .distance(participants);
    return new CrossCheck(
        release.toString(), privacy.epsilon(), sessions, expected, means[0], means[1]);
  }

  private double statistic(boolean present) throws IOException {
    try (RunDirectory work = RunDirectory.temporary()) {
      Path broadcasts = work.path();
      List<long[]> sums =
          ObservedSession.run(algorithm.algorithm(), holders(present), random, broadcasts);
      List<long[]> others = parts(others(), broadcasts);
      for (int round = 0; round < sums.size(); round++) {
        long[] sum = sums.get(round);
        long[] known = others.get(round);
        Arrays.setAll(sum, i -> sum[i] - known[i]);
      }
      List<long[]> target = parts(AttackedRelease.user(ITEMS), broadcasts);
      return new LikelihoodRatio(algorithm.algorithm(), participants, target, /* exact= */ false)
          .of(sums, target, participants);
    }
  }

  private List<long[]> parts(RatingMatrix users, Path broadcasts) throws IOException {
    return TargetUser.parts(algorithm.algorithm(), participants, users, broadcasts);
  }

  private RatingMatrix others() {
    return RatingMatrix.of(
        matrix(IntStream.range(0, participants * USERS_OF_ONE).mapToObj(this::history).toList()));
  }

  /// The target is the last user of the first participant.
  private SortedMap<ParticipantId, RatingMatrix> holders(boolean present) {
    SortedMap<ParticipantId, RatingMatrix> holders = new TreeMap<>();
    for (int p = 0; p < participants; p++) {
      List<int[]> own = new ArrayList<>();
      for (int user = p * USERS_OF_ONE; user < (p + 1) * USERS_OF_ONE; user++) {
        own.add(history(user));
      }
      if (present && p == 0) {
        own.add(AttackedRelease.user(ITEMS).pattern().row(0));
      }
      holders.put(SparseUsers.person(p), RatingMatrix.of(matrix(own)));
    }
    return holders;
  }

  private int[] history(int user) {
    return IntStream.range(0, ITEMS_OF_ONE)
        .map(n -> CounterRandom.below(user, n, ITEMS))
        .distinct()
        .sorted()
        .toArray();
  }

  private static InteractionMatrix matrix(List<int[]> histories) {
    int[] offsets = new int[histories.size() + 1];
    for (int user = 0; user < histories.size(); user++) {
      offsets[user + 1] = offsets[user] + histories.get(user).length;
    }
    return InteractionMatrix.of(
        histories.size(),
        ITEMS,
        offsets,
        histories.stream().flatMapToInt(Arrays::stream).toArray());
  }
}
