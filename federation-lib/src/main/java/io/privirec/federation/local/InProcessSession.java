package io.privirec.federation.local;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Contribution;
import io.privirec.federation.NoiseSeed;
import io.privirec.federation.NoiseShare;
import io.privirec.federation.PlanStep;
import io.privirec.federation.Requirement;
import io.privirec.federation.Round;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.SessionSecret;
import io.privirec.federation.peers.PeerFailureException;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.SignedRoundRecord;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.participant.Membership;
import io.privirec.secagg.peer.PeerGroup;
import io.privirec.secagg.roster.Roster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// A whole session in one process, for experiments: real participants and a real coordinator with
/// keys, masks and signatures, the same rounds as in the services, but no HTTP, no database, and
/// nobody who leaves.
///
/// Chunks are masked and summed one by one; masked sums lie in a file in the working directory. On
/// disk at most the longest vector of the algorithm, in memory one chunk for each core beside what
/// the algorithm takes.
public final class InProcessSession {
  private static final String SESSION = "in-process";

  /// The default of sessions between services.
  private static final KeyAgreement KEY_AGREEMENT = KeyAgreement.X25519_MLKEM768;

  private final Algorithm algorithm;
  private final SortedMap<ParticipantId, RatingMatrix> data;
  private final SecureRandom random;
  private final Optional<RoundKind> noiseOf;
  private final IdentityKeyPair coordinator;
  private final SortedMap<ParticipantId, IdentityKeyPair> identities = new TreeMap<>();
  private final List<CohortMember> cohort = new ArrayList<>();
  private final Progress progress;
  private final SortedMap<ParticipantId, SessionSecret> secrets = new TreeMap<>();

  /// Hears how a round goes on.
  @FunctionalInterface
  public interface Progress {
    /// So many of the round's chunks are summed.
    void summed(RoundSpec round, int chunks);
  }

  /// @param data of each participant, three or more
  public InProcessSession(
      Algorithm algorithm, SortedMap<ParticipantId, RatingMatrix> data, Progress progress) {
    this(algorithm, data, progress, new SecureRandom(), Optional.empty());
  }

  /// A session whose keys and noise are drawn from a given source, so that it can be had again.
  ///
  /// @param data of each participant, three or more
  /// @param noiseOf the kind of rounds that noise is added for; empty: closed ones. Nobody leaves,
  ///   so that a sum has all of the noise that is meant to outlast losses
  public InProcessSession(
      Algorithm algorithm,
      SortedMap<ParticipantId, RatingMatrix> data,
      Progress progress,
      SecureRandom random,
      Optional<RoundKind> noiseOf) {
    this.algorithm = algorithm;
    this.random = random;
    this.noiseOf = noiseOf;
    this.coordinator = IdentityKeyPair.generate(random);
    this.data = new TreeMap<>(data);
    this.progress = progress;
    for (ParticipantId participant : data.keySet()) {
      IdentityKeyPair identity = IdentityKeyPair.generate(random);
      identities.put(participant, identity);
      secrets.put(participant, SessionSecret.random(random));
      cohort.add(new CohortMember(participant, identity.publicKey()));
    }
  }

  /// What a session ended with.
  ///
  /// @param bytesUp masked vectors of one participant
  /// @param failure why there is no model of the algorithm itself; a session over noisy sums may
  ///   publish popular items then ([Publication#model])
  public record Result(long bytesUp, Optional<PlanStep.Fail> failure) {}

  /// Runs every round.
  ///
  /// @param workDirectory where rounds keep their files; exists
  public Result run(Path workDirectory) throws IOException {
    RoundSpec round = algorithm.specs().getFirst();
    long bytesUp = 0;
    while (true) {
      bytesUp += round.vector().totalBytes();
      PlanStep step;
      Path file = workDirectory.resolve("sum-" + round.index());
      try (LocalRound opened = open(round, file)) {
        step =
            algorithm.complete(
                round.index(), opened.run(contributions(round, workDirectory)), workDirectory);
      } finally {
        Files.deleteIfExists(file);
      }
      switch (step) {
        case PlanStep.NextRound(RoundSpec next) -> round = next;
        case PlanStep.Publish(), PlanStep.Complete() -> {
          return new Result(bytesUp, Optional.empty());
        }
        case PlanStep.Fail failure -> {
          return new Result(bytesUp, Optional.of(failure));
        }
        case PlanStep.PublishPopular(var code, var detail) -> {
          return new Result(bytesUp, Optional.of(new PlanStep.Fail(code, detail)));
        }
      }
    }
  }

  private Map<ParticipantId, Contribution> contributions(RoundSpec round, Path workDirectory)
      throws IOException {
    Path broadcast = round.hasBroadcast() ? workDirectory.resolve(round.broadcastFile()) : null;
    SortedMap<ParticipantId, RoundInput> inputs = new TreeMap<>();
    for (Map.Entry<ParticipantId, RatingMatrix> own : data.entrySet()) {
      inputs.put(
          own.getKey(),
          new RoundInput(
              own.getKey(),
              round,
              broadcast,
              own.getValue(),
              noise(round),
              Optional.ofNullable(secrets.get(own.getKey()))
                  .filter(_ -> algorithm.requires(new Requirement.ParticipantSecret())),
              new TreeSet<>(secrets.keySet())));
    }
    Optional<Round.PeerComputation> peers = algorithm.rounds().get(round.index()).peers();
    if (peers.isPresent()) {
      computeWithPeers(peers.get(), inputs, workDirectory);
    }
    Map<ParticipantId, Contribution> contributions = new TreeMap<>();
    for (RoundInput input : inputs.values()) {
      contributions.put(input.participant(), algorithm.contribution(input));
    }
    return contributions;
  }

  /// Everybody has its result beside its input then.
  private void computeWithPeers(
      Round.PeerComputation computation,
      SortedMap<ParticipantId, RoundInput> inputs,
      Path workDirectory)
      throws IOException {
    SortedMap<ParticipantId, PublicIdentityKey> members = new TreeMap<>();
    identities.forEach((id, identity) -> members.put(id, identity.publicKey()));
    PeerGroup group = new PeerGroup(algorithm.digest(), KEY_AGREEMENT, members);
    SortedMap<ParticipantId, RoundInput> before = new TreeMap<>(inputs);
    try {
      new LocalPeers(computation.terms(), group, identities, random)
          .run(
              workDirectory,
              (id, sums) ->
                  computation
                      .step()
                      .of(Objects.requireNonNull(before.get(id)), sums, result(workDirectory, id)));
    } catch (PeerFailureException e) {
      throw new IllegalStateException("peers could not go on: " + e.getMessage(), e);
    }
    inputs.replaceAll((id, input) -> input.with(result(workDirectory, id)));
  }

  private static Path result(Path workDirectory, ParticipantId id) {
    return workDirectory.resolve("found-" + id);
  }

  private Optional<NoiseShare> noise(RoundSpec round) {
    return round
        .noise()
        .map(noise ->
            new NoiseShare(
                noise.mechanism(noiseOf.orElse(kind()), cohort.size()), NoiseSeed.random(random)));
  }

  /// Everybody is there to the end, whatever the algorithm would bear.
  private RoundKind kind() {
    return new RoundKind.Closed(roster().reference(), List.of(1));
  }

  private Roster roster() {
    return Roster.ofOneCell(1, cohort);
  }

  private LocalRound open(RoundSpec round, Path file) throws IOException {
    Roster roster = roster();
    Digest none = Digest.of(new byte[0]);
    RoundRecord record =
        new RoundRecord(
            RoundId.random(random),
            SESSION,
            round.index(),
            1,
            cohort,
            kind(),
            KEY_AGREEMENT,
            round.vector(),
            none,
            algorithm.digest(),
            none);
    SignedRoundRecord signed = SignedRoundRecord.sign(record, coordinator);
    SortedMap<ParticipantId, Membership> members = new TreeMap<>();
    identities.forEach((participant, identity) ->
        members.put(
            participant,
            new Membership(
                participant,
                identity,
                coordinator.publicKey(),
                Optional.of(roster),
                ThreatModel.SEMI_MALICIOUS)));
    return new LocalRound(
        signed,
        noiseOf.orElse(record.kind()),
        members,
        file,
        random,
        chunks -> progress.summed(round, chunks));
  }
}
