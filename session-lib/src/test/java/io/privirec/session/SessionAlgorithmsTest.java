package io.privirec.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.federation.privirec.FactorModel;
import io.privirec.federation.privirec.GramModel;
import io.privirec.federation.privirec.ItemDegrees;
import io.privirec.federation.privirec.PriviRec;
import io.privirec.federation.privirec.PriviRecK;
import io.privirec.federation.rehearsal.Rehearsal;
import io.privirec.filter.graph.Bspm;
import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.wire.AlgorithmParameters;
import io.privirec.wire.ItemDegreesParameters;
import io.privirec.wire.PriviRecKParameters;
import io.privirec.wire.PriviRecParameters;
import io.privirec.wire.RehearsalParameters;
import io.privirec.wire.UnknownParameters;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionAlgorithmsTest {
  @Test
  void settle_nothingGiven_takesTheDefaults() throws Exception {
    AlgorithmParameters settled = SessionAlgorithms.settle(PriviRecK.ID, null, 100, () -> 9);

    assertThat(settled)
        .isEqualTo(new PriviRecKParameters(100, 2, 0.3, 9L, 100, 1000, 0, "diag-t", "gf-cf", null));
    assertThat(SessionAlgorithms.of(settled, 100))
        .isEqualTo(new PriviRecK(100, 100, 2, 0.3, 9, 100, 1000));
  }

  @Test
  void settle_rankAboveTheItems_namesTheParameter() {
    PriviRecKParameters asked = new PriviRecKParameters(101, null, null, null, null, null);

    assertThatThrownBy(() -> SessionAlgorithms.settle(PriviRecK.ID, asked, 100, () -> 9))
        .isInstanceOfSatisfying(
            InvalidParametersException.class,
            e -> assertThat(e.pointer()).isEqualTo("/parameters/k"));
  }

  @Test
  void settle_spectralModel_hasNoPartsOfGfCf() throws Exception {
    PriviRecKParameters asked =
        new PriviRecKParameters(8, 3, null, null, null, null, 4, "nystrom", "spectral", null);

    AlgorithmParameters settled = SessionAlgorithms.settle(PriviRecK.ID, asked, 100, () -> 9);

    assertThat(settled)
        .isEqualTo(
            new PriviRecKParameters(8, 3, null, 9L, null, 1000, 4, "nystrom", "spectral", "flat"));
    assertThat(SessionAlgorithms.of(settled, 100))
        .isEqualTo(
            new PriviRecK(
                100,
                new PowerIteration(8, 4, 3, PowerIteration.Eigenvalues.NYSTROM, 9),
                new FactorModel.Spectral(FactorFilter.Response.FLAT),
                1000));
  }

  @ParameterizedTest
  @CsvSource({
    "oversampling, 93, , , , ",
    "lambda, , svd, , , ",
    "model, , , als, , ",
    "gamma, , , spectral, .3, ",
    "response, , , gf-cf, , flat",
    "response, , , spectral, , loud",
  })
  void settle_parametersThatDoNotGoTogether_namesOne(
      String named,
      Integer oversampling,
      String lambda,
      String model,
      Double gamma,
      String answer) {
    PriviRecKParameters asked =
        new PriviRecKParameters(
            8, null, gamma, null, null, null, oversampling, lambda, model, answer);

    assertThatThrownBy(() -> SessionAlgorithms.settle(PriviRecK.ID, asked, 100, () -> 9))
        .isInstanceOfSatisfying(
            InvalidParametersException.class,
            e -> assertThat(e.pointer()).isEqualTo("/parameters/" + named));
  }

  @Test
  void settle_turboCfOnFactors_takesItsDefaultsAndNoHigherFilterOfAPower() throws Exception {
    AlgorithmParameters settled =
        SessionAlgorithms.settle(PriviRecK.ID, lowRank("turbo-cf", null, 3, null), 100, () -> 9);

    assertThat(SessionAlgorithms.of(settled, 100))
        .isEqualTo(
            new PriviRecK(
                100,
                new PowerIteration(8, 0, 2, PowerIteration.Eigenvalues.DIAG_T, 9),
                new FactorModel.TurboCf(1, 3),
                1000));
    assertPointer("filter", PriviRecK.ID, lowRank("turbo-cf", .7, 3, null));
  }

  @Test
  void settle_bspmOnFactors_takesWhatWasPublishedForGowalla() throws Exception {
    AlgorithmParameters settled =
        SessionAlgorithms.settle(PriviRecK.ID, lowRank("bspm-em", null, null, null), 100, () -> 9);

    assertThat(SessionAlgorithms.of(settled, 100))
        .isEqualTo(
            new PriviRecK(
                100,
                new PowerIteration(8, 0, 2, PowerIteration.Eigenvalues.DIAG_T, 9),
                new FactorModel.Bspm(
                    new Bspm.Settings(Bspm.Merge.EARLY, Bspm.Solver.RK4, 1, 2.5, .2, false), 8),
                1000));
    assertPointer("beta", PriviRecK.ID, lowRank("spectral", null, null, .2));
    assertPointer("exponent", PriviRecK.ID, lowRank("bspm-lm", .7, null, null));
  }

  private static PriviRecKParameters lowRank(
      String model, Double exponent, Integer filter, Double beta) {
    return new PriviRecKParameters(
        8, null, null, null, null, null, null, null, model, null, exponent, filter, beta, null,
        null, null, null);
  }

  @Test
  void settle_itemDegrees_hasNoParameters() throws Exception {
    AlgorithmParameters settled = SessionAlgorithms.settle(ItemDegrees.ID, null, 100, () -> 9);

    assertThat(settled).isEqualTo(new ItemDegreesParameters());
    assertThat(SessionAlgorithms.of(settled, 100)).isEqualTo(new ItemDegrees(100));
  }

  @Test
  void settle_itemGramNothingGiven_isGfCf() throws Exception {
    AlgorithmParameters settled = SessionAlgorithms.settle(PriviRec.ID, null, 100, () -> 9);

    assertThat(SessionAlgorithms.of(settled, 100))
        .isEqualTo(
            new PriviRec(
                100,
                new GramModel.GfCf(
                    new PowerIteration(100, 0, 2, PowerIteration.Eigenvalues.DIAG_T, 9), .3),
                1000));
  }

  @Test
  void settle_itemGramWithTurboCf_hasNoFactors() throws Exception {
    AlgorithmParameters settled =
        SessionAlgorithms.settle(PriviRec.ID, gram("turbo-cf", null, .6, null), 100, () -> 9);

    assertThat(settled)
        .isEqualTo(
            new PriviRecParameters(
                "turbo-cf",
                null,
                null,
                null,
                null,
                null,
                .6,
                1.0,
                1,
                null,
                null,
                null,
                null,
                null,
                null,
                1000));
    assertThat(SessionAlgorithms.of(settled, 100))
        .isEqualTo(new PriviRec(100, new GramModel.TurboCf(.6, 1, 1), 1000));
  }

  @ParameterizedTest
  @CsvSource({"bspm-lm, LATE", "bspm-em, EARLY"})
  void settle_itemGramWithBspm_takesWhatWasPublishedForGowalla(String model, Bspm.Merge merge)
      throws Exception {
    AlgorithmParameters settled =
        SessionAlgorithms.settle(PriviRec.ID, gram(model, 448, null, null), 1000, () -> 9);

    assertThat(SessionAlgorithms.of(settled, 1000))
        .isEqualTo(
            new PriviRec(
                1000,
                new GramModel.Bspm(
                    new PowerIteration(448, 0, 2, PowerIteration.Eigenvalues.DIAG_T, 9),
                    new Bspm.Settings(merge, Bspm.Solver.RK4, 1, 2.5, .2, false)),
                1000));
  }

  @ParameterizedTest
  @CsvSource({
    "model, als, , , ",
    "model, spectral, , , ",
    "k, turbo-cf, 8, , ",
    "k, gf-cf, 101, , ",
    "alpha, gf-cf, , .5, ",
    "alpha, bspm-em, , .5, ",
    "beta, gf-cf, , , .2",
    "beta, turbo-cf, , , .2",
  })
  void settle_itemGramWithParametersOfAnotherModel_namesOne(
      String named, String model, Integer k, Double alpha, Double beta) {
    assertPointer(named, PriviRec.ID, gram(model, k, alpha, beta));
  }

  private static PriviRecParameters gram(String model, Integer k, Double alpha, Double beta) {
    return new PriviRecParameters(
        model, k, null, null, null, null, alpha, null, null, beta, null, null, null, null, null,
        null);
  }

  private static void assertPointer(String named, String algorithm, AlgorithmParameters asked) {
    assertThatThrownBy(() -> SessionAlgorithms.settle(algorithm, asked, 100, () -> 9))
        .isInstanceOfSatisfying(
            InvalidParametersException.class,
            e -> assertThat(e.pointer()).isEqualTo("/parameters/" + named));
  }

  @Test
  void settle_rehearsal_needsItsLengthAndNoCatalogue() throws Exception {
    assertThat(SessionAlgorithms.needsCatalogue(Rehearsal.ID)).isFalse();
    assertThat(SessionAlgorithms.needsCatalogue(PriviRecK.ID)).isTrue();
    assertThatThrownBy(() -> SessionAlgorithms.settle(Rehearsal.ID, null, 0, () -> 9))
        .isInstanceOfSatisfying(
            InvalidParametersException.class,
            e -> assertThat(e.pointer()).isEqualTo("/parameters/elements"));

    AlgorithmParameters settled =
        SessionAlgorithms.settle(
            Rehearsal.ID, new RehearsalParameters(100L, null, null, null, null), 0, () -> 9);

    assertThat(settled).isEqualTo(new RehearsalParameters(100L, 1, 9L, 32, "tolerant"));
    assertThat(SessionAlgorithms.of(settled, 0)).isEqualTo(new Rehearsal(100, 1, 9, 32, false));
  }

  @Test
  void settle_rehearsalOfAKindOfRound_isThatOrRefused() throws Exception {
    AlgorithmParameters settled =
        SessionAlgorithms.settle(
            Rehearsal.ID, new RehearsalParameters(9L, 1, 2L, 32, "closed"), 0, () -> 9);

    assertThat(SessionAlgorithms.of(settled, 0).closed()).isTrue();
    assertPointer("roundKind", Rehearsal.ID, new RehearsalParameters(9L, 1, 2L, 32, "open"));
  }

  @Test
  void settle_unknownName_isRefused() {
    assertThatThrownBy(() -> SessionAlgorithms.settle("other", null, 100, () -> 9))
        .isInstanceOf(UnknownAlgorithmException.class)
        .hasMessageContaining(PriviRecK.ID);
    assertThatThrownBy(() -> SessionAlgorithms.of(new UnknownParameters(Map.of()), 100))
        .isInstanceOf(UnknownAlgorithmException.class);
  }

  @Test
  void of_parametersWithGapsOrOutOfRange_isRefused() {
    assertThatThrownBy(
            () -> SessionAlgorithms.of(new PriviRecKParameters(4, 2, null, 1L, 4, 8), 100))
        .isInstanceOf(InvalidParametersException.class);
    assertThatThrownBy(
            () -> SessionAlgorithms.of(new PriviRecKParameters(4, 2, 0.3, 1L, 5, 8), 100))
        .isInstanceOf(InvalidParametersException.class);
  }

  @Test
  void names_areThoseOfTheLibrary() {
    assertThat(SessionAlgorithms.NAMES)
        .containsExactly(PriviRecK.ID, PriviRec.ID, ItemDegrees.ID, Rehearsal.ID);
  }
}
