package io.privirec.privacy;

import static io.privirec.privacy.Golden.CLOSED;
import static io.privirec.privacy.Golden.ROOT;
import static io.privirec.privacy.Golden.byNumber;
import static io.privirec.privacy.Golden.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.privacy.sampling.Variance;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Every section of the reference values.
class DpGoldenTest {
  private static double of(JsonNode node, String name) {
    return node.get(name).asDouble();
  }

  @Test
  void gaussian_exact_agrees() {
    Golden golden = new Golden("gaussian_exact");
    for (JsonNode each : golden.cases()) {
      double noiseMultiplier = of(each, "sigma") / of(each, "sensitivity");
      GaussianPrivacy exact = new GaussianPrivacy(1 / noiseMultiplier);
      for (JsonNode point : each.get("delta_of_eps")) {
        golden.check(exact.delta(of(point, "eps")), point.get("delta_exact"), CLOSED);
      }
      for (JsonNode point : each.get("eps_of_delta")) {
        double delta = of(point, "delta");
        golden.check(exact.epsilon(delta), point.get("eps_exact"), ROOT);
        if (point.get("classical_formula_valid").asBoolean()) {
          golden.check(
              TextbookBounds.classicalEpsilon(noiseMultiplier, delta),
              point.get("eps_classical"),
              CLOSED);
        } else {
          assertThatThrownBy(() -> TextbookBounds.classicalEpsilon(noiseMultiplier, delta))
              .isInstanceOf(PrivacyRefusal.ClassicalFormulaInvalid.class)
              .hasMessageContaining(String.valueOf(of(point, "eps_classical")).substring(0, 9));
        }
      }
    }
    golden.done();
  }

  /// What the paper on federated SVD bounds: a change of one number of a product, m̂, with a basis
  /// whose numbers are at most ẑ. Its ε is the textbook's, which holds below 1 only.
  @Test
  void fedpower_theorem2_agrees() {
    Golden golden = new Golden("fedpower_theorem2");
    for (JsonNode each : golden.cases()) {
      double sensitivity = 2 * Math.sqrt(10) * .05 * .2;
      golden.check(sensitivity, each.get("sensitivity"), CLOSED);
      double noiseMultiplier = of(each, "noise_std") / sensitivity;
      double delta = of(each, "delta");
      Gaussian one = new Gaussian(noiseMultiplier);
      double alone = epsilon(one, 1, delta);
      golden.check(alone, each.get("eps_exact"), ROOT);
      for (int releases : new int[] {92, 23}) {
        golden.check(epsilon(one, releases, delta), each.get("eps_exact_T" + releases), ROOT);
        golden.check(
            Composition.of(one, releases).epsilon(delta, Conversion.CKS).epsilon(),
            each.get("eps_cks_T" + releases),
            CLOSED);
        golden.check(
            TextbookBounds.basicComposition(of(each, "eps_classical"), releases),
            each.get("eps_naive_T" + releases),
            CLOSED);
      }
      if (of(each, "eps_classical") < 1) {
        golden.check(
            TextbookBounds.classicalEpsilon(noiseMultiplier, delta),
            each.get("eps_classical"),
            CLOSED);
      } else {
        assertThatThrownBy(() -> TextbookBounds.classicalEpsilon(noiseMultiplier, delta))
            .isInstanceOf(PrivacyRefusal.ClassicalFormulaInvalid.class)
            .hasMessageContaining(String.valueOf(of(each, "eps_classical")).substring(0, 9));
      }
    }
    golden.done();
  }

  private static double epsilon(Gaussian one, int releases, double delta) {
    return Composition.of(one, releases).gaussian().orElseThrow().epsilon(delta);
  }

  @Test
  void gaussian_calibration_agrees() {
    Golden golden = new Golden("gaussian_calibration");
    for (JsonNode each : golden.cases()) {
      PrivacyTarget target = new PrivacyTarget(of(each, "eps"), of(each, "delta"));
      double sensitivity = of(each, "sensitivity");
      golden.check(
          GaussianPrivacy.noiseMultiplier(target) * sensitivity, each.get("sigma_analytic"), ROOT);
      if (each.get("classical_formula_valid").asBoolean()) {
        golden.check(
            TextbookBounds.classicalNoiseMultiplier(target) * sensitivity,
            each.get("sigma_classical"),
            CLOSED);
      } else {
        assertThatThrownBy(() -> TextbookBounds.classicalNoiseMultiplier(target))
            .isInstanceOf(PrivacyRefusal.ClassicalFormulaInvalid.class);
      }
    }
    golden.done();
  }

  @Test
  void gaussian_composition_agrees() {
    Golden golden = new Golden("gaussian_composition");
    for (JsonNode each : golden.cases()) {
      int releases = each.get("T").asInt();
      double delta = of(each, "delta");
      Gaussian one = new Gaussian(of(each, "noise_multiplier"));
      Composition all = Composition.of(one, releases);
      GaussianPrivacy exact = all.gaussian().orElseThrow();
      golden.check(exact.mu(), each.get("mu_total"), CLOSED);
      golden.check(all.rho().orElseThrow(), each.get("rho_zcdp"), CLOSED);
      golden.check(exact.epsilon(delta), each.get("eps_exact_gdp"), ROOT);
      checkConversions(golden, all, delta, each, "eps_rdp_");
      GaussianPrivacy alone = Composition.of(one, 1).gaussian().orElseThrow();
      golden.check(
          TextbookBounds.basicComposition(alone.epsilon(delta / releases), releases),
          each.get("eps_basic_composition"),
          ROOT);
      golden.check(
          TextbookBounds.advancedComposition(
              alone.epsilon(delta / (2 * releases)), releases, delta / 2),
          each.get("eps_advanced_composition"),
          ROOT);
    }
    golden.done();
  }

  /// Over all orders and over the reference's grid, by both conversions, with the best orders.
  private static void checkConversions(
      Golden golden, Composition all, double delta, JsonNode each, String prefix) {
    for (Conversion conversion : Conversion.values()) {
      String name = conversion.name().toLowerCase(Locale.ROOT);
      RenyiBound best = all.epsilon(delta, conversion);
      golden.check(best.epsilon(), each.get(prefix + name + "_continuous"), CLOSED);
      if (each.has("alpha_" + name)) {
        golden.check(best.order(), each.get("alpha_" + name), ROOT);
        RenyiBound onGrid = conversion.ofOrders(numbers("_grid_orders"), all::renyi, delta);
        golden.check(onGrid.epsilon(), each.get(prefix + name + "_grid"), CLOSED);
        golden.check(onGrid.order(), each.get("alpha_" + name + "_grid"), CLOSED);
      }
    }
  }

  @Test
  void gaussian_heterogeneousComposition_agrees() {
    Golden golden = new Golden("gaussian_heterogeneous_composition");
    for (JsonNode each : golden.cases()) {
      List<Release> releases = new ArrayList<>();
      each.get("noise_multipliers")
          .forEach(noise -> releases.add(new Release(new Gaussian(noise.asDouble()), 1)));
      Composition all = new Composition(releases);
      double delta = of(each, "delta");
      golden.check(all.rho().orElseThrow(), each.get("rho_zcdp"), CLOSED);
      golden.check(all.gaussian().orElseThrow().epsilon(delta), each.get("eps_exact_gdp"), ROOT);
      checkConversions(golden, all, delta, each, "eps_rdp_");
    }
    golden.done();
  }

  @Test
  void zeroConcentrated_conversion_agrees() {
    Golden golden = new Golden("zcdp_to_dp");
    for (JsonNode each : golden.cases()) {
      Composition all = Composition.of(new ZeroConcentrated(of(each, "rho")), 1);
      double delta = of(each, "delta");
      checkConversions(golden, all, delta, each, "eps_");
      for (Conversion conversion : Conversion.values()) {
        double epsilon = all.epsilon(delta, conversion).epsilon();
        golden.check(conversion.rho(new PrivacyTarget(epsilon, delta)), each.get("rho"), CLOSED);
      }
    }
    golden.done();
  }

  @Test
  void renyiPoint_conversion_agrees() {
    Golden golden = new Golden("rdp_point_to_dp");
    for (JsonNode each : golden.cases()) {
      double order = of(each, "alpha");
      double renyi = of(each, "rdp");
      double delta = of(each, "delta");
      golden.check(
          Conversion.MIRONOV.epsilon(order, renyi, delta), each.get("eps_mironov"), CLOSED);
      golden.check(Conversion.CKS.epsilon(order, renyi, delta), each.get("eps_cks"), CLOSED);
    }
    golden.done();
  }

  @Test
  void discreteGaussian_exact_agrees() {
    Golden golden = new Golden("discrete_gaussian");
    for (JsonNode each : golden.cases()) {
      Variance variance = variance(each.get("sigma2").asString());
      int shift = each.get("sensitivity").asInt();
      IntegerNoise noise = IntegerNoise.discreteGaussian(variance);
      for (int k = 0; k <= 5; k++) {
        golden.check(noise.mass(k), each.get("pmf_0_to_5").get(k), CLOSED);
      }
      golden.check(noise.variance(), each.get("variance"), CLOSED);
      byNumber(each.get("tail_ge"))
          .forEach((k, tail) -> golden.check(noise.tail(k.longValue()), tail, CLOSED));
      for (JsonNode point : each.get("delta_of_eps")) {
        golden.check(noise.delta(of(point, "eps"), shift), point.get("delta_exact"), CLOSED);
      }
      DiscreteGaussian mechanism = new DiscreteGaussian(shift, variance);
      golden.check(mechanism.rho(), each.get("rho_zcdp"), CLOSED);
      for (JsonNode point : each.get("eps_of_delta")) {
        double delta = of(point, "delta");
        golden.check(noise.epsilon(delta, shift, mechanism.rho()), point.get("eps_exact"), ROOT);
        golden.check(
            Composition.of(mechanism, 1).epsilon(delta, Conversion.CKS).epsilon(),
            point.get("eps_zcdp_cks"),
            CLOSED);
      }
    }
    golden.done();
  }

  private static Variance variance(String text) {
    int slash = text.indexOf('/');
    return slash < 0
        ? Variance.of(Long.parseLong(text))
        : new Variance(
            Long.parseLong(text.substring(0, slash)), Long.parseLong(text.substring(slash + 1)));
  }

  @Test
  void distributedDiscreteGaussian_agrees() {
    Golden golden = new Golden("distributed_discrete_gaussian");
    for (JsonNode each : golden.cases()) {
      int honest = each.get("n").asInt();
      long dimension = each.get("dim").asLong();
      double delta = of(each, "delta");
      int steps = each.get("steps").asInt();
      Rounding rounding =
          new Rounding(of(each, "l2"), of(each, "gamma"), of(each, "beta"), dimension);
      double local = Math.pow(of(each, "sigma_local") / of(each, "gamma"), 2);
      golden.check(local, each.get("sigma2_local_int"), CLOSED);
      IntegerSensitivity sensitivity = rounding.sensitivity();
      golden.check(sensitivity.l2(), each.get("l2_int"), CLOSED);
      golden.check(sensitivity.l1(), each.get("l1_int"), CLOSED);
      SumDivergence sum = SumDivergence.of(honest, local, sensitivity, dimension);
      golden.check(sum.tau(), each.get("tau"), CLOSED);
      byNumber(each.get("rdp_per_round"))
          .forEach((order, renyi) -> golden.check(sum.renyi(order), renyi, CLOSED));
      for (Conversion conversion : Conversion.values()) {
        String name = conversion.name().toLowerCase(Locale.ROOT);
        RenyiBound best =
            conversion.ofOrders(
                numbers("_integer_orders"), order -> steps * sum.renyi(order), delta);
        golden.check(best.epsilon(), each.get("eps_" + name), CLOSED);
        golden.check(best.order(), each.get("alpha_" + name), CLOSED);
      }
      double noiseMultiplier = of(each, "sigma_local") * Math.sqrt(honest) / of(each, "l2");
      golden.check(
          Conversion.CKS
              .ofOrders(
                  numbers("_integer_orders"),
                  Composition.of(new Gaussian(noiseMultiplier), steps)::renyi,
                  delta)
              .epsilon(),
          each.get("eps_cks_continuous_gaussian_no_rounding"),
          CLOSED);
      checkRecord(sensitivity, dimension, local, honest, sum);
    }
    golden.done();
  }

  /// The mechanism is this, or refused.
  private static void checkRecord(
      IntegerSensitivity sensitivity, long dimension, double local, int honest, SumDivergence sum) {
    Variance variance = new Variance(Math.round(local * 100), 100);
    NoiseShares shares = new NoiseShares(honest + 3, 1, 2);
    if (local < 16) {
      assertThatThrownBy(
              () -> new DistributedDiscreteGaussian(sensitivity, dimension, variance, shares))
          .isInstanceOf(PrivacyRefusal.NoiseTooSmall.class);
    } else {
      var mechanism = new DistributedDiscreteGaussian(sensitivity, dimension, variance, shares);
      assertThat(mechanism.renyi(8)).isCloseTo(sum.renyi(8), offset(sum.renyi(8)));
      assertThat(mechanism.rho()).isCloseTo(sum.rho(), offset(sum.rho()));
    }
  }

  private static Offset<Double> offset(double value) {
    return Offset.offset(value * CLOSED);
  }

  @Test
  void skellam_bound_agrees() {
    Golden golden = new Golden("skellam_rdp_bound");
    for (JsonNode each : golden.cases()) {
      IntegerSensitivity sensitivity = new IntegerSensitivity(of(each, "l2"), of(each, "l1"));
      byNumber(each.get("rdp"))
          .forEach((order, renyi) ->
              golden.check(
                  DistributedSkellam.renyi(order, of(each, "mu"), sensitivity), renyi, CLOSED));
    }
    golden.done();
  }

  @Test
  void skellam_exact_agreesAndIsWithinBound() {
    Golden golden = new Golden("skellam_exact_1d");
    for (JsonNode each : golden.cases()) {
      IntegerNoise noise = IntegerNoise.skellam(of(each, "mu"));
      int shift = each.get("sensitivity").asInt();
      for (int k = 0; k <= 5; k++) {
        golden.check(noise.mass(k), each.get("pmf_0_to_5").get(k), CLOSED);
      }
      IntegerSensitivity sensitivity = IntegerSensitivity.ofIntegers(shift, 1);
      byNumber(each.get("rdp_exact"))
          .forEach((order, renyi) -> {
            golden.check(noise.renyi(order, shift), renyi, CLOSED);
            assertThat(DistributedSkellam.renyi(order, of(each, "mu"), sensitivity))
                .isGreaterThan(renyi);
          });
      byNumber(each.get("rdp_bound"))
          .forEach((order, renyi) ->
              golden.check(
                  DistributedSkellam.renyi(order, of(each, "mu"), sensitivity), renyi, CLOSED));
      byNumber(each.get("delta_exact"))
          .forEach((epsilon, delta) -> golden.check(noise.delta(epsilon, shift), delta, CLOSED));
    }
    golden.done();
  }

  @Test
  void distributedSkellam_agrees() {
    Golden golden = new Golden("distributed_skellam");
    for (JsonNode each : golden.cases()) {
      int honest = each.get("n").asInt();
      Rounding rounding =
          new Rounding(
              of(each, "l2"), 1 / of(each, "scale"), of(each, "beta"), each.get("dim").asLong());
      IntegerSensitivity sensitivity = rounding.sensitivity();
      golden.check(sensitivity.l2(), each.get("l2_int"), CLOSED);
      golden.check(sensitivity.l1(), each.get("l1_int"), CLOSED);
      double mu = honest * Math.pow(of(each, "local_stddev") * of(each, "scale"), 2);
      golden.check(mu, each.get("mu_int"), CLOSED);
      int steps = each.get("steps").asInt();
      RenyiBound best =
          Conversion.CKS.ofOrders(
              numbers("_integer_orders"),
              order -> steps * DistributedSkellam.renyi(order, mu, sensitivity),
              of(each, "delta"));
      golden.check(best.epsilon(), each.get("eps_cks"), CLOSED);
      golden.check(best.order(), each.get("alpha_cks"), CLOSED);
    }
    golden.done();
  }

  @Test
  void dpals_table4_agrees() {
    Golden golden = new Golden("dpals_table4");
    for (JsonNode each : golden.cases()) {
      boolean centred = !each.get("dataset").asString().equals("ml20m");
      int k = each.get("k").asInt();
      int steps = each.get("T").asInt();
      double delta = of(each, "delta");
      Composition grams = Composition.of(new Gaussian(of(each, "sigma_G")), k * steps);
      Composition sums = Composition.of(new Gaussian(of(each, "sigma_g")), k * steps);
      Gaussian preprocessing = new Gaussian(of(each, "sigma_p") / Math.sqrt(2));
      Composition before = Composition.of(preprocessing, centred ? k + 1 : k);
      Composition table = grams.plus(sums).plus(before);
      golden.check(grams.rho().orElseThrow(), each.get("rho_G"), CLOSED);
      golden.check(sums.rho().orElseThrow(), each.get("rho_g"), CLOSED);
      golden.check(before.rho().orElseThrow(), each.get("rho_pre"), CLOSED);
      golden.check(
          table.gaussian().orElseThrow().epsilon(delta),
          each.get("eps_exact_gdp__table4_G_plus_g"),
          ROOT);
      golden.check(
          table.epsilon(delta, Conversion.CKS).epsilon(),
          each.get("eps_cks__table4_G_plus_g"),
          CLOSED);
      // The others are rejected readings of the paper, and are told apart.
      Composition all = new Composition(List.of());
      Composition implicit =
          centred ? all : Composition.of(new Gaussian(of(each, "sigma_G")), steps);
      checkMironov(golden, each, "table4_G_plus_g", table);
      checkMironov(golden, each, "literal_theorem1_sigma=sigma_g", sums.plus(before));
      checkMironov(golden, each, "table4_G_plus_g_no_preprocessing", grams.plus(sums));
      checkMironov(golden, each, "table4_G_plus_g_plus_K", table.plus(implicit));
      checkMironov(
          golden,
          each,
          "table4_G_plus_g_pre_kplus1",
          grams.plus(sums).plus(Composition.of(preprocessing, k + 1)));
    }
    golden.done();
  }

  private static void checkMironov(Golden golden, JsonNode each, String key, Composition reading) {
    golden.check(
        reading.epsilon(of(each, "delta"), Conversion.MIRONOV).epsilon(),
        each.get("eps_mironov__" + key),
        CLOSED);
  }
}
