package io.privirec.federation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.federation.local.PlainSum;
import io.privirec.federation.noise.NoisyDegreeRound;
import io.privirec.federation.noise.SettledPrivacy;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublicationTest {
  @TempDir private Path work;

  private PlainSum sum;

  /// Takes the place of a round of the algorithm.
  @FunctionalInterface
  private interface Step {
    PlanStep of(Path work) throws IOException;
  }

  private static final Publication PUBLICATION =
      new Publication(
              new Publication.Model("own", "own"),
              (_, release) -> Files.writeString(release.resolve("own"), "model"),
              1)
          .orPopularItems();

  private PlanStep complete(Step step) throws IOException {
    Round round =
        new Round(
            sum.round(),
            _ -> {
              throw new UnsupportedOperationException("nobody contributes");
            },
            (_, workDirectory) -> step.of(workDirectory));
    return PUBLICATION.completing(List.of(round)).getFirst().complete(sum, work);
  }

  @BeforeEach
  void sumOfZeros() throws Exception {
    SettledPrivacy privacy =
        SettledPrivacy.of(
            PrivacyParameters.of(1.0, 1e-6)
                .withItemsPerUser(20)
                .withColluders(1)
                .withRounds("closed"));
    sum = PlainSum.of(new NoisyDegreeRound(3, privacy, 1).spec(), (offset, out) -> {});
  }

  private void counts() throws IOException {
    ItemDegreesFile.write(work.resolve(ItemDegreesFile.NAME), new long[] {1, 2, 3});
  }

  @Test
  void complete_failureAfterTheCounts_publishesPopularItems() throws Exception {
    counts();

    PlanStep step = complete(_ -> new PlanStep.Fail("too-noisy", "two lines\nof detail"));

    assertThat(step).isEqualTo(new PlanStep.PublishPopular("too-noisy", "two lines of detail"));
    TestHolders.assertPopular(PUBLICATION, step, work, "too-noisy");
  }

  @Test
  void complete_computationThatNumbersDoNotAllow_publishesPopularItems() throws Exception {
    counts();
    Step notPositive =
        _ -> {
          throw new ArithmeticException("not positive definite");
        };
    Step notFinite =
        _ -> {
          throw new IllegalArgumentException("not finite");
        };

    for (Step step : new Step[] {notPositive, notFinite}) {
      TestHolders.assertPopular(PUBLICATION, complete(step), work, "noisy-sums-not-computable");
    }
  }

  @Test
  void complete_failureBeforeTheCounts_isAFailure() throws Exception {
    TestHolders.assertFails(complete(_ -> NoisyDegreeRound.outOfRange()), "sum-out-of-range");
  }

  @Test
  void endEarly_afterTheCounts_publishesPopularItems_againAndAgain() throws Exception {
    counts();
    PlanStep.PublishPopular why = new PlanStep.PublishPopular("ended", "before its end");

    assertThat(PUBLICATION.endEarly(why, work)).isTrue();
    assertThat(PUBLICATION.endEarly(new PlanStep.PublishPopular("later", "again"), work)).isTrue();

    TestHolders.assertPopular(PUBLICATION, why, work, "ended");
  }

  @Test
  void endEarly_beforeTheCounts_publishesNothing() throws Exception {
    assertThat(PUBLICATION.endEarly(new PlanStep.PublishPopular("ended", "before its end"), work))
        .isFalse();

    assertThat(PUBLICATION.model(work)).isEqualTo(new Publication.Model("own", "own"));
  }

  @Test
  void complete_unreadableFile_isTriedAgain() throws IOException {
    counts();

    assertThatThrownBy(() ->
            complete(_ -> {
              throw new IOException("no room");
            }))
        .hasMessage("no room");
  }

  @Test
  void write_ofTheAlgorithmsModel_isItsOwn() throws Exception {
    counts();
    assertThat(complete(_ -> new PlanStep.Publish())).isEqualTo(new PlanStep.Publish());

    Path release = Files.createDirectory(work.resolve("release"));
    PUBLICATION.write(work, release);

    assertThat(release.resolve("own")).hasContent("model");
    assertThat(PUBLICATION.model(work)).isEqualTo(new Publication.Model("own", "own"));
  }
}
