package io.privirec.lab.attack.sessions;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Contribution;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.PlanStep;
import io.privirec.federation.Round;
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
import io.privirec.lab.session.LocalCohort;
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
          AlgorithmRegistry.settings(
              AlgorithmRegistry.settleAsStated(
                  PriviRec.ID,
                  PriviRecParameters.DEFAULT.withPrivacy(
                      PrivacyParameters.of(epsilon, 1e-6)
                          .withItemsPerUser(itemsPerUser)
                          .withColluders(colluders)
                          .withRounds("closed")),
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
        algorithm.algorithm().specs().stream()
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
    Algorithm plain = algorithm.algorithm();
    List<RoundSpec> specs = plain.specs();
    Algorithm watched = plain.withRounds(round -> recorded.watched(specs, round));
    new InProcessSession(watched, data, (_, _) -> {}, LocalCohort.seeded(seed), Optional.empty())
        .run(directory);
    Path release = Files.createDirectory(directory.resolve("release"));
    plain.publication().write(directory, release);
    List<PlayedRound> rounds = new ArrayList<>();
    for (RoundSpec round : specs) {
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

  /// The record of a session.
  private record Recorded(
      NoisyPriviRec of,
      Conduct conduct,
      List<long[]> sums,
      Map<Integer, SortedMap<ParticipantId, Turn>> turns) {
    Round watched(List<RoundSpec> rounds, Round round) {
      return round
          .withValues(new Played(this))
          .withCompletion((sum, directory) -> complete(rounds, round, sum, directory));
    }

    private PlanStep complete(List<RoundSpec> rounds, Round round, Aggregate sum, Path directory)
        throws IOException {
      sums.add(SumBlocks.integers(round.spec(), sum));
      PlanStep step = round.complete(sum, directory);
      if ((step instanceof PlanStep.Fail || step instanceof PlanStep.PublishPopular)
          && round.index() + 1 < rounds.size()) {
        RoundSpec next = rounds.get(round.index() + 1);
        Files.copy(
            directory.resolve(ReleaseManifest.DEGREES), directory.resolve(next.broadcastFile()));
        return new PlanStep.NextRound(next);
      }
      return step;
    }
  }

  /// The values of participants that behave as a conduct has it.
  private record Played(Recorded session) implements Round.Values {
    @Override
    public Contribution withNoise(RoundInput input) throws IOException {
      Turn turn = session.conduct.turn(session.of, input);
      session
          .turns
          .computeIfAbsent(input.round().index(), _ -> new TreeMap<>())
          .put(input.participant(), turn);
      Contribution values = of(input);
      return turn.noise().over(turn.share(), values);
    }

    @Override
    public Contribution of(RoundInput input) throws IOException {
      Turn turn = session.conduct.turn(session.of, input);
      Round run = turn.algorithm().algorithm().rounds().get(input.round().index());
      return run.values()
          .of(
              new RoundInput(
                  input.participant(),
                  run.spec(),
                  input.broadcast(),
                  input.data(),
                  Optional.of(turn.share())));
    }
  }
}
