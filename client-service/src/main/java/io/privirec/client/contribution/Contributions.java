package io.privirec.client.contribution;

import io.privirec.client.coordinator.ParticipantChannel;
import io.privirec.client.participation.Algorithms;
import io.privirec.client.participation.ParticipationStore;
import io.privirec.client.participation.RefusedException;
import io.privirec.client.participation.RoundKey;
import io.privirec.client.participation.SessionId;
import io.privirec.client.peer.PeerMeetings;
import io.privirec.client.roster.Rosters;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Requirement;
import io.privirec.federation.Round;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.SessionSecret;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/// The contributions of all participants of this process, and the files that the contributions need
/// until their sessions are over.
@Component
public record Contributions(
    ParticipationStore store,
    ContributionPool pool,
    Algorithms algorithms,
    Snapshots snapshots,
    Broadcasts broadcasts,
    MaskedVectors maskedVectors,
    PeerMeetings meetings,
    Rosters rosters,
    SecureRandom random,
    RuntimeObserver observer) {
  /// Room for the header of a broadcast beyond the size that the algorithm states.
  private static final long BROADCAST_SLACK_BYTES = 1 << 20;

  /// Shows the broadcast of a round to an inspection, before the participant advertises keys:
  /// without the keys, no other participant goes on with the round.
  public void inspect(
      RoundKey key,
      RoundRecord record,
      Algorithm algorithm,
      int items,
      Round.Inspection inspection,
      ParticipantChannel channel)
      throws Exception {
    RoundSpec round = algorithm.specs().get(record.roundIndex());
    RoundInput input =
        new RoundInput(
            key.participant(),
            round,
            broadcast(key, record, round, channel),
            nobody(items),
            Optional.empty(),
            secret(key, algorithm),
            cohort(record));
    pool.prepare(() -> {
      inspection.check().of(input);
      return input;
    });
  }

  /// Returns the round, which all participants of the session share.
  public Round round(RoundKey key, Algorithm algorithm) {
    return algorithms.shared(key.session(), algorithm).rounds().get(key.index());
  }

  /// Returns the participants of a round.
  public static SortedSet<ParticipantId> cohort(RoundRecord record) {
    return record.cohort().stream()
        .map(CohortMember::id)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /// Returns no data.
  static RatingMatrix nobody(int items) {
    return RatingMatrix.of(InteractionMatrix.of(0, items, new int[1], new int[0]));
  }

  /// Returns the participant's secret in the session; empty if the algorithm needs no secret.
  Optional<SessionSecret> secret(RoundKey key, Algorithm algorithm) {
    return algorithm.requires(new Requirement.ParticipantSecret())
        ? Optional.of(
            store.secret(key.session(), key.participant(), () -> SessionSecret.random(random)))
        : Optional.empty();
  }

  /// Returns the file with the broadcast that the round's record binds.
  Path broadcast(RoundKey key, RoundRecord record, RoundSpec round, ParticipantChannel channel)
      throws IOException, RefusedException {
    long mostBytes = round.broadcastBytes() + BROADCAST_SLACK_BYTES;
    Path file =
        broadcasts.obtain(
            key.session(),
            key.index(),
            record.broadcast(),
            mostBytes,
            target -> channel.downloadBroadcast(key.round(), target, mostBytes));
    store.addTraffic(key, 0, Files.size(file));
    return file;
  }

  /// Forgets the broadcasts of earlier rounds of the session.
  public void forgetBefore(RoundKey key) throws IOException {
    broadcasts.forgetBefore(key.session(), key.index());
  }

  /// Forgets the masked vector of a participant in a session.
  public void forget(SessionId session, ParticipantId participant) throws IOException {
    maskedVectors.forget(session, participant);
  }

  /// Forgets a session that is over for all participants of this process.
  public void forget(SessionId session) throws IOException {
    broadcasts.forget(session);
    algorithms.forget(session);
    pool.forget(session);
  }
}
