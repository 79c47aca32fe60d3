package io.privirec.lab.attack.sessions;

import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.Contribution;
import io.privirec.federation.Round;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.noise.NoisyDegreeRound;
import io.privirec.federation.noise.SampledItems;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.filter.ranking.Popularity;
import io.privirec.lab.attack.sessions.Transcript.PlayedRound;
import io.privirec.lab.attack.sessions.Transcript.Turn;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.VectorSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The parts of a session's sums, computed again with the classes of the participants: integers of
/// users, before noise and masks, and the noise of each participant.
record Replay(Federation federation, Transcript transcript) {
  /// Integers of all users together.
  long[] integers(PlayedRound round) throws IOException {
    long[] sum = new long[round.opened().length];
    for (ParticipantId participant : federation.users().keySet()) {
      add(
          sum,
          read(
              round.spec(),
              values(
                  round,
                  turn(round, participant),
                  participant,
                  federation.held(participant, transcript.snapshot()))));
    }
    return sum;
  }

  /// Noise that a participant added.
  long[] noise(PlayedRound round, ParticipantId participant) {
    Turn turn = turn(round, participant);
    Contribution nothing =
        (_, out) -> IntStream.range(0, out.length()).forEach(n -> out.setSigned(n, 0));
    return read(round.spec(), turn.noise().over(turn.share(), nothing));
  }

  /// The integers that each user adds to a sum, by row of the snapshot.
  SparseVector[] users(PlayedRound round) throws IOException {
    SparseVector[] users = new SparseVector[federation.snapshots().getFirst().users()];
    for (ParticipantId participant : federation.users().keySet()) {
      Turn turn = turn(round, participant);
      InteractionMatrix counted = counted(round, turn, participant);
      int[] rows = federation.rows(participant);
      IntStream.range(0, rows.length)
          .parallel()
          .forEach(n -> {
            try {
              // All items of the row count, so that the contribution leaves nothing to chance.
              InteractionMatrix alone = counted.rows(new int[] {n});
              users[rows[n]] =
                  SparseVector.of(read(round.spec(), values(round, turn, participant, alone)));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
    return users;
  }

  /// The most popular items, by the counts that the participants received.
  static int[] chosen(Transcript transcript, PlayedRound round) throws IOException {
    long[] counts = ItemDegreesFile.read(Objects.requireNonNull(round.broadcast()));
    return Popularity.of(counts).among(transcript.algorithm().popular(), item -> counts[item] > 0);
  }

  /// The items of a participant's users that count in a round.
  private InteractionMatrix counted(PlayedRound round, Turn turn, ParticipantId participant)
      throws IOException {
    InteractionMatrix held = federation.held(participant, transcript.snapshot());
    if (round.spec().index() == NoisyDegreeRound.INDEX) {
      @Nullable Integer most = turn.algorithm().privacy().itemsPerUser();
      return most == null ? held : SampledItems.of(held, most, turn.share().choices());
    }
    int[] chosen = chosen(transcript, round);
    InteractionMatrix sampled =
        SampledItems.of(held.items(chosen), turn.algorithm().profile(), turn.share().choices());
    int[] offsets = new int[sampled.users() + 1];
    int[] columns = new int[sampled.interactions()];
    for (int user = 0; user < sampled.users(); user++) {
      int[] row = Arrays.stream(sampled.row(user)).map(n -> chosen[n]).sorted().toArray();
      System.arraycopy(row, 0, columns, offsets[user], row.length);
      offsets[user + 1] = offsets[user] + row.length;
    }
    return InteractionMatrix.of(sampled.users(), held.items(), offsets, columns);
  }

  private static Contribution values(
      PlayedRound round, Turn turn, ParticipantId participant, InteractionMatrix data)
      throws IOException {
    Round run = turn.algorithm().algorithm().rounds().get(round.spec().index());
    @Nullable Path broadcast = round.broadcast();
    return run.values()
        .of(
            new RoundInput(
                participant,
                run.spec(),
                broadcast,
                RatingMatrix.of(data),
                Optional.of(turn.share())));
  }

  private static Turn turn(PlayedRound round, ParticipantId participant) {
    return Objects.requireNonNull(round.turns().get(participant));
  }

  private static void add(long[] sum, long[] part) {
    for (int n = 0; n < sum.length; n++) {
      sum[n] += part[n];
    }
  }

  /// Reads a contribution in the blocks in which participants mask it: noise depends on them.
  private static long[] read(RoundSpec round, Contribution contribution) {
    VectorSpec vector = round.vector();
    long[] values = new long[Math.toIntExact(vector.length())];
    for (int chunk = 0; chunk < vector.chunks(); chunk++) {
      RingVector block = RingVector.zero(vector.ring(), vector.elementsInChunk(chunk));
      int first = Math.toIntExact(vector.firstElementOf(chunk));
      contribution.fill(first, block);
      for (int n = 0; n < block.length(); n++) {
        values[first + n] = block.getSigned(n);
      }
    }
    return values;
  }
}
