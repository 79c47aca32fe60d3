package io.privirec.federation;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.local.InProcessSession;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.filter.ranking.Popularity;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// Data of made-up users, who holds it, and what comes of a session over it.
public final class TestHolders {
  private TestHolders() {}

  /// Whether a user has an item.
  @FunctionalInterface
  public interface Taste {
    boolean has(int user, int item);
  }

  /// Asked about the items of each user in order.
  public static InteractionMatrix interactions(int users, int items, Taste taste) {
    int[] offsets = new int[users + 1];
    int[] columns = new int[users * items];
    for (int user = 0; user < users; user++) {
      int count = offsets[user];
      for (int item = 0; item < items; item++) {
        if (taste.has(user, item)) {
          columns[count++] = item;
        }
      }
      offsets[user + 1] = count;
    }
    return InteractionMatrix.of(users, items, offsets, Arrays.copyOf(columns, offsets[users]));
  }

  public static ParticipantId id(int holder) {
    return new ParticipantId("holder-" + holder);
  }

  /// The users, dealt out in turn.
  public static SortedMap<ParticipantId, RatingMatrix> dealt(RatingMatrix all, int holders) {
    SortedMap<ParticipantId, RatingMatrix> data = new TreeMap<>();
    int users = all.pattern().users();
    for (int first = 0; first < holders; first++) {
      data.put(
          id(first),
          all.rows(IntStream.iterate(first, u -> u < users, u -> u + holders).toArray()));
    }
    return data;
  }

  public static InProcessSession.Result run(
      AlgorithmSettings settings, SortedMap<ParticipantId, RatingMatrix> data, Path work)
      throws IOException {
    return run(settings.algorithm(), data, work);
  }

  public static InProcessSession.Result run(
      Algorithm algorithm, SortedMap<ParticipantId, RatingMatrix> data, Path work)
      throws IOException {
    return new InProcessSession(algorithm, data, (round, chunks) -> {}).run(work);
  }

  /// What a session releases that succeeds: a directory in its work directory.
  public static Path released(
      AlgorithmSettings settings, SortedMap<ParticipantId, RatingMatrix> data, Path work)
      throws IOException {
    Algorithm algorithm = settings.algorithm();
    assertThat(run(algorithm, data, work).failure()).isEmpty();
    Path release = Files.createDirectory(work.resolve("release"));
    algorithm.publication().write(work, release);
    return release;
  }

  /// A participant's values, without noise.
  public static Contribution values(AlgorithmSettings settings, RoundInput input)
      throws IOException {
    return settings.algorithm().roundOf(input).values().of(input);
  }

  /// Elements of a contribution, in the ring of its round.
  public static long[] read(Contribution contribution, RoundSpec round, long from, long count) {
    RingVector out = RingVector.zero(round.vector().ring(), Math.toIntExact(count));
    contribution.fill(from, out);
    return IntStream.range(0, out.length()).mapToLong(out::getSigned).toArray();
  }

  public static long[] read(Contribution contribution, RoundSpec round) {
    return read(contribution, round, 0, round.vector().length());
  }

  /// Checks that popular items are published instead of the algorithm's model, for this reason:
  /// nothing but the counts is in the release, also if it is written again.
  public static void assertPopular(Publication publication, PlanStep step, Path work, String code)
      throws IOException {
    assertThat(step)
        .isInstanceOfSatisfying(
            PlanStep.PublishPopular.class, popular -> assertThat(popular.code()).isEqualTo(code));
    Publication.Model published = publication.model(work);
    assertThat(published.kind()).isEqualTo(Popularity.KIND);
    assertThat(published.instead()).contains((PlanStep.PublishPopular) step);
    for (int time = 0; time < 2; time++) {
      Path release = Files.createTempDirectory(work, "release");
      publication.write(work, release);
      assertThat(release.toFile().list()).containsExactly(ItemDegreesFile.NAME);
      assertThat(ItemDegreesFile.read(release.resolve(ItemDegreesFile.NAME)))
          .isEqualTo(ItemDegreesFile.read(work.resolve(ItemDegreesFile.NAME)));
    }
  }

  public static void assertFails(PlanStep step, String code) {
    assertThat(step)
        .isInstanceOfSatisfying(
            PlanStep.Fail.class, fail -> assertThat(fail.code()).isEqualTo(code));
  }
}
