package io.privirec.privacy.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.privacy.Adjacency;
import io.privirec.privacy.DiscreteGaussian;
import io.privirec.privacy.DistributedDiscreteGaussian;
import io.privirec.privacy.DistributedSkellam;
import io.privirec.privacy.Gaussian;
import io.privirec.privacy.IntegerSensitivity;
import io.privirec.privacy.Mechanism;
import io.privirec.privacy.NoiseShares;
import io.privirec.privacy.Release;
import io.privirec.privacy.ZeroConcentrated;
import io.privirec.privacy.sampling.Variance;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ReleaseTextTest {
  /// Doubles of any size, so that a digit that is lost shows.
  private static double anyPositive(SplittableRandom random) {
    return Math.scalb(1 + random.nextDouble(), random.nextInt(-900, 900));
  }

  private static Mechanism any(SplittableRandom random) {
    int dropouts = random.nextInt(10);
    int colluders = random.nextInt(10);
    NoiseShares shares =
        new NoiseShares(colluders + dropouts + 1 + random.nextInt(1 << 30), colluders, dropouts);
    IntegerSensitivity norms = new IntegerSensitivity(anyPositive(random), anyPositive(random));
    long dimension = random.nextLong(1, Long.MAX_VALUE);
    long denominator = random.nextLong(1, 1L << 40);
    Variance variance = new Variance(random.nextLong(denominator << 4, 1L << 52), denominator);
    return switch (random.nextInt(5)) {
      case 0 -> new Gaussian(anyPositive(random));
      case 1 -> new ZeroConcentrated(anyPositive(random));
      case 2 -> new DiscreteGaussian(anyPositive(random), variance);
      case 3 -> new DistributedDiscreteGaussian(norms, dimension, variance, shares);
      default ->
          new DistributedSkellam(
              norms, dimension, Variance.of(2 * random.nextLong(8, 1L << 31)), shares);
    };
  }

  @Test
  void everyRelease_isReadAsItWasWritten() {
    SplittableRandom random = new SplittableRandom(161);
    for (int i = 0; i < 20_000; i++) {
      Release release = new Release(any(random), 1 + random.nextInt(3));
      for (Adjacency adjacency : Adjacency.values()) {
        String text = ReleaseText.write(release, adjacency);
        assertThat(ReleaseText.parse(text, adjacency)).as(text).isEqualTo(release);
        assertThat(ReleaseText.write(ReleaseText.parse(text, adjacency), adjacency))
            .isEqualTo(text);
      }
    }
  }

  @Test
  void spelling_inUnitsOfTheIntegers_isThatOfTheGrid() {
    String grid =
        "distributed_discrete_gaussian:n=10,sigma_local=140,gamma=1,l2=20,dim=3706,beta=none,colluders=2";
    Mechanism mechanism = ReleaseText.parse(grid, Adjacency.ADD_OR_REMOVE).mechanism();
    String exact =
        "distributed_discrete_gaussian:n=10,variance=19600,l2=20.0,l1=400.0,dim=3706,colluders=2,dropouts=0";
    assertThat(ReleaseText.write(mechanism, Adjacency.ADD_OR_REMOVE)).isEqualTo(exact);
    assertThat(ReleaseText.parse(exact, Adjacency.ADD_OR_REMOVE).mechanism()).isEqualTo(mechanism);
    String skellam =
        "distributed_skellam:n=100,scale=100,local_stddev=3/10,l2=1,dim=1024,beta=none,steps=4";
    assertThat(ReleaseText.write(ReleaseText.parse(skellam, Adjacency.REPLACE), Adjacency.REPLACE))
        .startsWith("distributed_skellam:n=100,variance=900,l2=100.0,l1=3200.0,dim=1024")
        .endsWith("steps=4");
  }

  @Test
  void text_thatIsNoRelease_isRefusedWithWhatIsWrong() {
    String head = "distributed_discrete_gaussian:n=10,variance=16,l2=1,";
    for (List<String> each :
        List.of(
            List.of(head + "dim=4", "distributed_discrete_gaussian needs l1"),
            List.of(head + "l1=1,dim=4,gamma=1", "has no gamma"),
            List.of(head + "l1=1,dim=9223372036854775808", "dim must be a whole number up to"),
            List.of(head + "l1=1,dim=-4", "dim must be a whole number up to"),
            List.of(head + "l1=1,dim=4,steps=2147483648", "steps must be a whole number up to"),
            List.of(head + "l1=1e500,dim=4", "l1 must be a positive number"),
            List.of(head.replace("16", "15") + "l1=1,dim=4", "at least 16"),
            List.of(head.replace("16", "1/0") + "l1=1,dim=4", "variance must be a positive number"),
            List.of("laplace:b=1", "no such mechanism: laplace"),
            List.of("", "no such mechanism: "))) {
      assertThatThrownBy(() -> ReleaseText.parse(each.getFirst(), Adjacency.ADD_OR_REMOVE))
          .hasMessageContaining(each.getLast());
    }
  }

  @Test
  void labels_areReadAsTheyAreWritten() {
    assertThat(Label.of(Adjacency.ADD_OR_REMOVE)).isEqualTo("add-or-remove");
    for (Adjacency adjacency : Adjacency.values()) {
      assertThat(Label.parse(Adjacency.class, "adjacency", Label.of(adjacency)))
          .isEqualTo(adjacency);
    }
    assertThatThrownBy(() -> Label.parse(Adjacency.class, "--adjacency", "REPLACE"))
        .hasMessage("--adjacency must be one of add-or-remove, replace. Provided value: REPLACE");
  }
}
