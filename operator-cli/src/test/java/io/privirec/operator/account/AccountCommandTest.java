package io.privirec.operator.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.privacy.Adjacency;
import io.privirec.privacy.Composition;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.DistributedDiscreteGaussian;
import io.privirec.privacy.IntegerSensitivity;
import io.privirec.privacy.NoiseShares;
import io.privirec.privacy.sampling.Variance;
import io.privirec.privacy.text.Label;
import io.privirec.privacy.text.ReleaseText;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class AccountCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    List<String> all = new ArrayList<>(List.of());
    all.addAll(List.of(arguments));
    return new CommandLine(new AccountCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(all.toArray(String[]::new));
  }

  private double printed(String name) {
    return out.toString()
        .lines()
        .filter(line -> line.strip().startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " in " + out));
  }

  /// Reference values of heterogeneous composition.
  @Test
  void gaussianReleases_areComposed() {
    String[] arguments = {
      "--delta",
      "1e-5",
      "gaussian:noise_multiplier=1",
      "gaussian:noise_multiplier=2",
      "gaussian:noise_multiplier=4"
    };
    assertThat(run(arguments)).isEqualTo(1);
    assertThat(printed("rho_zcdp")).isEqualTo(.65625);
    assertThat(printed("eps_exact_gdp")).isEqualTo(5.127368256811985, close());
    assertThat(printed("eps_rdp_cks_continuous")).isEqualTo(5.531881571357682, close());
    assertThat(printed("eps_rdp_mironov_continuous")).isEqualTo(6.153652054202226, close());
    assertThat(out.toString())
        .contains("No claim: nothing here draws this noise exactly: Gaussian noise of 1.0 times");
  }

  /// Reference values of the distributed mechanisms.
  @Test
  void distributedReleases_areAccountedFor_andClaimed() {
    String gaussian =
        "distributed_discrete_gaussian:n=1000,sigma_local=.05,gamma=.01,l2=1,dim=4096,steps=3";
    assertThat(run("--delta=1e-6", gaussian)).isZero();
    assertThat(printed("l2_int")).isEqualTo(105.62196741208714, close());
    assertThat(printed("l1_int")).isEqualTo(6759.805914373577, close());
    assertThat(printed("sigma2_local_int")).isEqualTo(25);
    assertThat(printed("eps_cks")).isEqualTo(6.175174610068333, close());
    assertThat(printed("eps_mironov")).isEqualTo(6.779262111592854, close());
    assertThat(out.toString())
        .contains("3 × discrete Gaussian noise of variance 25", "at delta = 1.00e-06");

    String skellam = "distributed_skellam:n=100,scale=100,local_stddev=3/10,l2=1,dim=1024,steps=4";
    assertThat(run("--delta=1e-5", skellam)).isZero();
    assertThat(printed("eps_cks")).isEqualTo(3.053793155523889, close());

    assertThat(run("--delta=1e-5", skellam, gaussian, "--adjacency=replace")).isZero();
    assertThat(out.toString()).contains("Counted: 7 releases").doesNotContain("rho_zcdp");
  }

  private static Offset<Double> close() {
    return Offset.offset(1e-8);
  }

  /// Degrees are integers: no rounding, and colluders and dropouts cost noise.
  @Test
  void integerVectors_areNotRounded() {
    String degrees =
        "distributed_discrete_gaussian:n=10,sigma_local=9,gamma=1,l2=4,dim=3706,beta=none";
    assertThat(run("--delta=1e-5", degrees)).isZero();
    double alone = printed("eps_rdp_cks_continuous");
    assertThat(printed("l2_int")).isEqualTo(4);
    assertThat(printed("l1_int")).isEqualTo(16);
    assertThat(run("--delta=1e-5", degrees + ",colluders=2,dropouts=3")).isZero();
    assertThat(printed("eps_rdp_cks_continuous")).isGreaterThan(alone);
    assertThat(printed("honest shares")).isEqualTo(5);
    assertThat(out.toString())
        .contains("up to 2 participants may collude, and up to 3 may drop out");
    assertThat(run("--delta=1e-5", "--view=participants", degrees)).isEqualTo(1);
    assertThat(out.toString()).contains("No claim: a participant knows its own noise");
  }

  /// What stands in a ledger has the same epsilon here.
  @Test
  void mechanism_asLedgersWriteIt_hasTheSameEpsilon() {
    for (Adjacency adjacency : Adjacency.values()) {
      var mechanism =
          new DistributedDiscreteGaussian(
              IntegerSensitivity.ofIntegers(Math.sqrt(20), 3706),
              3706,
              new Variance(39_201, 7),
              new NoiseShares(10, 2, 1));
      assertThat(
              run(
                  "--delta=1e-5",
                  "--adjacency=" + Label.of(adjacency),
                  ReleaseText.write(mechanism, adjacency)))
          .isZero();
      assertThat(printed("eps_rdp_cks_continuous"))
          .isEqualTo(Composition.of(mechanism, 1).epsilon(1e-5, Conversion.CKS).epsilon());
      assertThat(printed("honest shares")).isEqualTo(7);
    }
  }

  @Test
  void centralNoise_isClaimedAgainstOutsidersOnly() {
    String central = "discrete_gaussian:sigma2=5/2,sensitivity=1";
    assertThat(run("--delta=1e-5", "--view=outsiders", central)).isZero();
    assertThat(printed("eps_rdp_cks_continuous")).isEqualTo(2.813632189331966, close());
    assertThat(printed("eps_exact of one number")).isEqualTo(2.574499214922957, close());
    assertThat(run("--delta=1e-5", central, "zcdp:rho=.1,T=2")).isEqualTo(1);
    assertThat(printed("rho_zcdp")).isEqualTo(.4, close());
  }

  @Test
  void whatCannotBeUsed_isRefusedWithTheNumbers() {
    assertRefused("delta must be in (0, 1). Provided value: 1.0", "--delta=1", "zcdp:rho=1");
    assertRefused(
        "the local variance must be at least 16, a standard deviation of 4. Provided value: 4",
        "--delta=.1",
        "distributed_discrete_gaussian:n=100,sigma_local=1,gamma=.5,l2=4,dim=256");
    assertRefused(
        "must be an even integer in [16, 2^32]. Provided value: 121/4",
        "--delta=.1",
        "distributed_skellam:n=10,local_stddev=5.5,scale=1,l2=4,dim=256");
    assertRefused(
        "--unit must be one of user, row, entry, participant. Provided value: person",
        "--delta=.1",
        "--unit=person",
        "zcdp:rho=1");
    assertRefused("no such mechanism: laplace", "--delta=.1", "laplace:b=1");
    assertRefused("gaussian needs noise_multiplier", "--delta=.1", "gaussian:T=3");
    assertRefused("gaussian has no sigma", "--delta=.1", "gaussian:noise_multiplier=1,sigma=2");
    assertRefused("rho must be a positive number. Provided value: -1", "--delta=.1", "zcdp:rho=-1");
    assertRefused("Provided value: 1/0", "--delta=.1", "zcdp:rho=1/0");
    assertRefused(
        "T must be a whole number up to 2147483647. Provided value: 2.5",
        "--delta=.1",
        "zcdp:rho=1,T=2.5");
    assertRefused("with each name once", "--delta=.1", "zcdp:rho=1,rho=2");
    assertRefused(
        "leave nobody whose noise counts",
        "--delta=.1",
        "distributed_skellam:n=3,local_stddev=6,scale=1,l2=4,dim=2,colluders=3");
  }

  private void assertRefused(String because, String... arguments) {
    assertThat(run(arguments)).isEqualTo(2);
    assertThat(err.toString()).contains(because);
    assertThat(out.toString()).isEmpty();
  }
}
