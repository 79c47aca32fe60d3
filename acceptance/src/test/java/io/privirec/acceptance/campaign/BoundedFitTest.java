package io.privirec.acceptance.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.acceptance.session.BoundedFit;
import io.privirec.acceptance.session.SessionKinds;
import io.privirec.acceptance.session.SessionRequests;
import io.privirec.federation.RoundNoise;
import io.privirec.federation.dpals.Dpals;
import io.privirec.federation.local.InProcessSession;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.filter.data.SyntheticDataset;
import io.privirec.filter.factor.ItemFactors;
import io.privirec.filter.factor.ItemFactorsFile;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.lab.session.LocalCohort;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.stage.deployment.Cells;
import io.privirec.stage.deployment.Cohort;
import io.privirec.wire.SessionRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On sessions as a campaign asks for them, with its data, masks and noise, in one process. */
class BoundedFitTest {
  private static final int PARTICIPANTS = 8;
  private static final int SESSIONS = 16;
  private static final int ITEMS = 1_500;

  @TempDir private Path home;
  private final CampaignData data =
      new CampaignData(SyntheticDataset.generate(1), PARTICIPANTS, CampaignData.USERS_EACH, 1);
  private final List<Integer> everybody = IntStream.range(0, PARTICIPANTS).boxed().toList();

  private static Dpals algorithm(SessionRequest request) throws Exception {
    return (Dpals)
        AlgorithmRegistry.settings(
            AlgorithmRegistry.settleAsStated(
                request.algorithm(), request.parameters(), ITEMS, PARTICIPANTS, () -> 1),
            ITEMS);
  }

  /** Runs a session of everybody; what it published is compared with what is given. */
  private Function<RatingMatrix, BoundedFit> run(Dpals algorithm, long seed) throws Exception {
    SortedMap<ParticipantId, RatingMatrix> held = new TreeMap<>();
    everybody.forEach(p -> held.put(new ParticipantId(Cohort.participant(p)), data.held(p, 0)));
    RoundNoise noise = algorithm.algorithm().specs().getLast().noise().orElseThrow();
    RoundKind tolerant =
        new RoundKind.Tolerant(
            Thresholds.withstanding(ThreatModel.SEMI_MALICIOUS, PARTICIPANTS, noise.colluders()));
    Path work = Files.createTempDirectory(home, "session");
    InProcessSession session =
        new InProcessSession(
            algorithm.algorithm(),
            held,
            (_, _) -> {},
            LocalCohort.seeded(seed),
            algorithm.algorithm().closed() ? Optional.empty() : Optional.of(tolerant));
    assertThat(session.run(work).failure()).isEmpty();
    ItemFactors factors = ItemFactorsFile.read(work.resolve(ItemFactorsFile.NAME));
    long[] counts = ItemDegreesFile.read(work.resolve(ItemDegreesFile.NAME));
    double deviation =
        SessionAudit.mechanism(noise, PARTICIPANTS, algorithm.algorithm().closed())
            .deviation(PARTICIPANTS);
    return given -> BoundedFit.of(algorithm, factors, counts, given, deviation);
  }

  /** The bound is of use: it does not hold beside anybody else's data, or with less of it. */
  @Test
  void holds_besideTheSurvivors_andNotWithoutOneOfThem() throws Exception {
    SessionRequests requests =
        new SessionRequests(
            new SplittableRandom(5), new Cells(2), SessionKinds.DPALS, data.items().size());
    Set<String> kinds = new HashSet<>();
    for (int n = 0; n < SESSIONS; n++) {
      Dpals algorithm = algorithm(requests.next());
      kinds.add(
          algorithm.algorithm().id()
              + (algorithm.algorithm().closed() ? ", closed" : ", tolerant"));
      Function<RatingMatrix, BoundedFit> published = run(algorithm, n);
      BoundedFit same = published.apply(data.held(everybody, 0));
      assertThat(same.holds()).as("session %d: %s", n, same).isTrue();
      assertThat(same.distance()).as("noise of session %d", n).isGreaterThan(same.bound() / 10);
      for (int without : everybody) {
        List<Integer> others = everybody.stream().filter(p -> p != without).toList();
        BoundedFit wrong = published.apply(data.held(others, 0));
        assertThat(wrong.holds()).as("session %d without %d: %s", n, without, wrong).isFalse();
      }
    }
    assertThat(kinds)
        .containsOnly("dpals, closed", "dpals, tolerant", "dpials, closed", "dpials, tolerant");
  }
}
