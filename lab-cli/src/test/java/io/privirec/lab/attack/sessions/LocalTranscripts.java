package io.privirec.lab.attack.sessions;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Contribution;
import io.privirec.federation.Contributor;
import io.privirec.federation.ForwardingAlgorithm;
import io.privirec.federation.ForwardingPlan;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.NoiseShare;
import io.privirec.federation.Plan;
import io.privirec.federation.PlanStep;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.SumBlocks;
import io.privirec.federation.local.InProcessSession;
import io.privirec.federation.privirec.NoisyPriviRec;
import io.privirec.federation.privirec.PriviRec;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.lab.attack.sessions.Transcript.Noise;
import io.privirec.lab.attack.sessions.Transcript.PlayedRound;
import io.privirec.lab.attack.sessions.Transcript.Turn;
import io.privirec.lab.family.LocalCohort;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.RoundKind;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.PriviRecParameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/// Sessions in this process, with keys, masks and noise, by the classes of the services. A conduct
/// changes how participants behave. The coordinator opens all sums, also if the first sum is noise
/// alone and a service would publish popular items.
final class LocalTranscripts {
  private static final RoundKind CLOSED =
      new RoundKind.Closed(new RosterReference(1, Digest.of()), List.of(1));

  private final Federation federation;
  private final Path work;
  private int sessions;

  LocalTranscripts(Federation federation, Path work) {
    this.federation = federation;
    this.work = work;
  }

  /// How participants behave.
  interface Conduct {
    /// A participant's computation.
    ///
    /// @param algorithm of the record
    Turn turn(NoisyPriviRec algorithm, RoundInput input);

    /// The claim of the release.
    default Claim claim(NoisyPriviRec algorithm, int participants) {
      return LocalTranscripts.claim(algorithm, participants);
    }
  }

  /// Participants that do as the record says.
  static final Conduct HONEST =
      (algorithm, input) -> new Turn(algorithm, input.noise().orElseThrow(), Noise.OF_SHARE);

  static NoisyPriviRec algorithm(
      int items, int participants, double epsilon, int colluders, int itemsPerUser) {
    try {
      return (NoisyPriviRec)
          AlgorithmRegistry.build(
              AlgorithmRegistry.settleAsStated(
                  PriviRec.ID,
                  PriviRecParameters.DEFAULT.withPrivacy(
                      new PrivacyParameters(
                          epsilon, 1e-6, "user", itemsPerUser, colluders, "closed")),
                  items,
                  participants,
                  () -> 1),
              items);
    } catch (InvalidParametersException e) {
      throw new IllegalArgumentException(e);
    }
  }

  static Claim claim(NoisyPriviRec algorithm, int participants) {
    var terms = algorithm.privacy().terms();
    return new Claim(
        terms.target().epsilon(),
        terms.target().delta(),
        algorithm.rounds().stream()
            .map(round -> round.noise().orElseThrow().mechanism(CLOSED, participants))
            .toList());
  }

  /// Runs a session. Its seed decides keys and noise.
  Transcript run(NoisyPriviRec algorithm, int snapshot, Conduct conduct, long seed)
      throws IOException {
    Path directory = Files.createDirectory(work.resolve("session-" + ++sessions));
    Recorded recorded =
        new Recorded(algorithm, conduct, new ArrayList<>(), new ConcurrentHashMap<>());
    SortedMap<ParticipantId, RatingMatrix> data = new TreeMap<>();
    federation
        .users()
        .keySet()
        .forEach(id -> data.put(id, RatingMatrix.of(federation.held(id, snapshot))));
    new InProcessSession(recorded, data, (_, _) -> {}, LocalCohort.seeded(seed), Optional.empty())
        .run(directory);
    Path release = Files.createDirectory(directory.resolve("release"));
    algorithm.plan().writeRelease(directory, release);
    List<PlayedRound> rounds = new ArrayList<>();
    for (RoundSpec round : algorithm.rounds()) {
      if (round.index() < recorded.sums.size()) {
        rounds.add(
            new PlayedRound(
                round,
                round.hasBroadcast() ? directory.resolve(round.broadcastFile()) : null,
                recorded.sums.get(round.index()),
                recorded.turns.get(round.index())));
      }
    }
    return new Transcript(
        snapshot, algorithm, conduct.claim(algorithm, federation.participants()), rounds, release);
  }

  private record Recorded(
      NoisyPriviRec of,
      Conduct conduct,
      List<long[]> sums,
      Map<Integer, SortedMap<ParticipantId, Turn>> turns)
      implements ForwardingAlgorithm {
    @Override
    public Plan plan() {
      return new RecordedPlan(of.plan(), rounds(), sums);
    }

    @Override
    public Contributor contributor() {
      return new RecordedContributor(this);
    }
  }

  private record RecordedPlan(Plan of, List<RoundSpec> rounds, List<long[]> sums)
      implements ForwardingPlan {
    @Override
    public PlanStep complete(int index, Aggregate sum, Path directory) throws IOException {
      sums.add(SumBlocks.integers(rounds.get(index), sum));
      PlanStep step = of.complete(index, sum, directory);
      if ((step instanceof PlanStep.Fail || step instanceof PlanStep.PublishPopular)
          && index + 1 < rounds.size()) {
        RoundSpec next = rounds.get(index + 1);
        Files.copy(
            directory.resolve(ReleaseManifest.DEGREES), directory.resolve(next.broadcastFile()));
        return new PlanStep.NextRound(next);
      }
      return step;
    }
  }

  private record RecordedContributor(Recorded session) implements Contributor {
    @Override
    public long workingSetBytes() {
      return session.of.contributor().workingSetBytes();
    }

    @Override
    public Contribution contribute(RoundInput input) throws IOException {
      Turn turn = session.conduct.turn(session.of, input);
      session
          .turns
          .computeIfAbsent(input.round().index(), _ -> new TreeMap<>())
          .put(input.participant(), turn);
      Contribution values = values(input);
      return turn.noise().over(turn.share(), values);
    }

    @Override
    public Contribution values(RoundInput input) throws IOException {
      Turn turn = session.conduct.turn(session.of, input);
      Algorithm run = turn.algorithm();
      NoiseShare share = turn.share();
      return run.contributor()
          .values(
              new RoundInput(
                  input.participant(),
                  run.rounds().get(input.round().index()),
                  input.broadcast(),
                  input.data(),
                  Optional.of(share)));
    }
  }
}
