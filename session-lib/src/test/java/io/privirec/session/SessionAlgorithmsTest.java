package io.privirec.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.federation.FactorModel;
import io.privirec.federation.PriviRecK;
import io.privirec.federation.Rehearsal;
import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.wire.AlgorithmParameters;
import io.privirec.wire.PriviRecKParameters;
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
  void settle_rehearsal_needsItsLengthAndNoCatalogue() throws Exception {
    assertThat(SessionAlgorithms.needsCatalogue(Rehearsal.ID)).isFalse();
    assertThat(SessionAlgorithms.needsCatalogue(PriviRecK.ID)).isTrue();
    assertThatThrownBy(() -> SessionAlgorithms.settle(Rehearsal.ID, null, 0, () -> 9))
        .isInstanceOfSatisfying(
            InvalidParametersException.class,
            e -> assertThat(e.pointer()).isEqualTo("/parameters/elements"));

    AlgorithmParameters settled =
        SessionAlgorithms.settle(
            Rehearsal.ID, new RehearsalParameters(100L, null, null, null), 0, () -> 9);

    assertThat(settled).isEqualTo(new RehearsalParameters(100L, 1, 9L, 32));
    assertThat(SessionAlgorithms.of(settled, 0)).isEqualTo(new Rehearsal(100, 1, 9, 32));
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
    assertThat(SessionAlgorithms.NAMES).containsExactly(PriviRecK.ID, Rehearsal.ID);
  }
}
