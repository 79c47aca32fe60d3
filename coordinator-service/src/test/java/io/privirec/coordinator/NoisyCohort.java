package io.privirec.coordinator;

import io.privirec.federation.Algorithm;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.NoiseSeed;
import io.privirec.federation.NoiseShare;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundRecord;
import io.privirec.wire.CatalogueVersion;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/// What participants of noisy sessions contribute.
final class NoisyCohort {
  private static final int USERS = 40;

  /// Of each user: the first items of the catalogue.
  static final int ITEMS_PER_USER = 8;

  private NoisyCohort() {}

  /// Starts a session of two attempts, and gives everybody data for it.
  static SessionView start(TestCohort cohort, PrivacyParameters privacy) {
    SessionView started = cohort.start(request(cohort, privacy));
    contribute(cohort, started);
    return started;
  }

  /// Everybody has users with the same few items, and draws a seed for each attempt.
  static void contribute(TestCohort cohort, SessionView session) {
    String version = "/v1/catalogue/versions/" + session.catalogueVersion();
    int items = cohort.coordinator().api().get(version).as(CatalogueVersion.class).items();
    Algorithm algorithm = build(session, items);
    RatingMatrix data = data(items);
    for (TestParticipant participant : cohort.participants()) {
      Map<RoundId, NoiseSeed> own = new ConcurrentHashMap<>();
      participant.contributes((round, broadcast, offset, out) -> {
        NoiseSeed seed = own.computeIfAbsent(round.id(), _ -> NoiseSeed.random(new SecureRandom()));
        try {
          algorithm
              .contribution(input(algorithm, participant, round, broadcast, seed, data))
              .fill(offset, out);
        } catch (IOException e) {
          throw new AssertionError(e);
        }
      });
    }
  }

  private static RoundInput input(
      Algorithm algorithm,
      TestParticipant participant,
      RoundRecord round,
      Path broadcast,
      NoiseSeed seed,
      RatingMatrix data) {
    RoundSpec spec = algorithm.specs().get(round.roundIndex());
    return new RoundInput(
        participant.id(),
        spec,
        spec.hasBroadcast() ? broadcast : null,
        data,
        spec.noise()
            .map(noise ->
                new NoiseShare(noise.mechanism(round.kind(), round.cohort().size()), seed)));
  }

  private static Algorithm build(SessionView session, int items) {
    try {
      return AlgorithmRegistry.build(session.parameters(), items);
    } catch (InvalidParametersException e) {
      throw new AssertionError(e);
    }
  }

  private static RatingMatrix data(int items) {
    int perUser = Math.min(items, ITEMS_PER_USER);
    int[] starts = IntStream.rangeClosed(0, USERS).map(user -> user * perUser).toArray();
    int[] columns = IntStream.range(0, USERS * perUser).map(i -> i % perUser).toArray();
    return RatingMatrix.of(InteractionMatrix.of(USERS, items, starts, columns));
  }

  static SessionRequest request(TestCohort cohort, PrivacyParameters privacy) {
    return new SessionRequest(
        ItemDegreesParameters.ALGORITHM,
        ItemDegreesParameters.DEFAULT.withPrivacy(privacy),
        null,
        cohort.names(),
        null,
        TestCohort.patient(2));
  }

  /// Of five items a user, at a delta of 1e-6 and with the colluders of the cohort.
  static PrivacyParameters privacy(double epsilon, String rounds) {
    return PrivacyParameters.of(epsilon, 1e-6).withItemsPerUser(5).withRounds(rounds);
  }
}
