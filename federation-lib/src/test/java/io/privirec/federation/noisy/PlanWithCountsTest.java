package io.privirec.federation.noisy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.federation.Plan;
import io.privirec.federation.PlanStep;
import io.privirec.federation.TestHolders;
import io.privirec.federation.local.PlainSum;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.secagg.Aggregate;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanWithCountsTest {
  @TempDir private Path work;

  private PlainSum sum;

  /// What the other plan does with each sum.
  @FunctionalInterface
  private interface Step {
    PlanStep of(Path work) throws IOException;
  }

  private record Other(Step step) implements Plan {
    @Override
    public PlanStep complete(int index, Aggregate sum, Path workDirectory) throws IOException {
      return step.of(workDirectory);
    }

    @Override
    public void writeRelease(Path workDirectory, Path releaseDirectory) throws IOException {
      Files.writeString(releaseDirectory.resolve("own"), "model");
    }

    @Override
    public Model model() {
      return new Model("own", "own");
    }

    @Override
    public long fileBytes() {
      return 1;
    }

    @Override
    public long workingSetBytes() {
      return 2;
    }
  }

  private static Plan plan(Step step) {
    return new PlanWithCounts(new Other(step));
  }

  @BeforeEach
  void sumOfZeros() throws Exception {
    SettledPrivacy privacy =
        SettledPrivacy.of(new PrivacyParameters(1.0, 1e-6, null, 20, 1, "closed"));
    sum = PlainSum.of(new NoisyDegreeRound(3, privacy, 1).spec(), (offset, out) -> {});
  }

  private void counts() throws IOException {
    ItemDegreesFile.write(work.resolve(ItemDegreesFile.NAME), new long[] {1, 2, 3});
  }

  @Test
  void complete_failureAfterTheCounts_publishesPopularItems() throws Exception {
    counts();
    Plan plan = plan(_ -> new PlanStep.Fail("too-noisy", "two lines\nof detail"));

    PlanStep step = plan.complete(1, sum, work);

    assertThat(step).isEqualTo(new PlanStep.PublishPopular("too-noisy", "two lines of detail"));
    TestHolders.assertPopular(plan, step, work, "too-noisy");
  }

  @Test
  void complete_computationThatNumbersDoNotAllow_publishesPopularItems() throws Exception {
    counts();
    Plan notPositive =
        plan(_ -> {
          throw new ArithmeticException("not positive definite");
        });
    Plan notFinite =
        plan(_ -> {
          throw new IllegalArgumentException("not finite");
        });

    for (Plan plan : new Plan[] {notPositive, notFinite}) {
      TestHolders.assertPopular(
          plan, plan.complete(2, sum, work), work, "noisy-sums-not-computable");
    }
  }

  @Test
  void complete_failureBeforeTheCounts_isAFailure() throws Exception {
    Plan plan = plan(_ -> NoisyDegreeRound.outOfRange());

    TestHolders.assertFails(plan.complete(0, sum, work), "sum-out-of-range");
  }

  @Test
  void endEarly_afterTheCounts_publishesPopularItems_againAndAgain() throws Exception {
    counts();
    Plan plan = plan(_ -> new PlanStep.Publish());
    PlanStep.PublishPopular why = new PlanStep.PublishPopular("ended", "before its end");
    assertThat(plan.publishesCounts()).isTrue();

    assertThat(plan.endEarly(why, work)).isTrue();
    assertThat(plan.endEarly(new PlanStep.PublishPopular("later", "again"), work)).isTrue();

    TestHolders.assertPopular(plan, why, work, "ended");
  }

  @Test
  void endEarly_beforeTheCounts_publishesNothing() throws Exception {
    Plan plan = plan(_ -> new PlanStep.Publish());

    assertThat(plan.endEarly(new PlanStep.PublishPopular("ended", "before its end"), work))
        .isFalse();

    assertThat(plan.published(work)).isEqualTo(new Plan.Model("own", "own"));
  }

  @Test
  void complete_unreadableFile_isTriedAgain() throws IOException {
    counts();
    Plan plan =
        plan(_ -> {
          throw new IOException("no room");
        });

    assertThatThrownBy(() -> plan.complete(1, sum, work)).hasMessage("no room");
  }

  @Test
  void writeRelease_ofTheOtherPlansModel_isTheOtherPlans() throws Exception {
    counts();
    Plan plan = plan(_ -> new PlanStep.Publish());
    assertThat(plan.complete(1, sum, work)).isEqualTo(new PlanStep.Publish());

    Path release = Files.createDirectory(work.resolve("release"));
    plan.writeRelease(work, release);

    assertThat(release.resolve("own")).hasContent("model");
    assertThat(plan.published(work)).isEqualTo(new Plan.Model("own", "own"));
    assertThat(plan.workingSetBytes()).isEqualTo(2);
  }
}
