package io.privirec.federation.privirec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.Publication;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.factors.FactorModel;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.federation.items.ModelFiles;
import io.privirec.filter.graph.Bspm.Merge;
import io.privirec.filter.graph.Bspm.Settings;
import io.privirec.filter.graph.Bspm.Solver;
import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.graph.FactorFilterFile;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.VectorSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PriviRecKTest {
  private static final FactorModel FLAT = new FactorModel.Spectral(FactorFilter.Response.FLAT);
  private static final PriviRecK GOWALLA = new PriviRecK(40_981, 256, 2, 0.3, 1, 256, 1000);

  @Test
  void rounds_areTheDegreesAndOneProductForEachIteration() {
    assertThat(GOWALLA.algorithm().specs())
        .extracting(RoundSpec::name)
        .containsExactly("item-degrees", "power-iteration-1", "power-iteration-2");
    assertThat(GOWALLA.algorithm().specs())
        .extracting(round -> round.vector().length())
        .containsExactly(40_982L, 40_981L * 256, 40_981L * 256);
  }

  @Test
  void broadcast_isNothingThenDegreesThenDegreesAndBasis() {
    assertThat(GOWALLA.algorithm().specs())
        .extracting(RoundSpec::broadcastBytes)
        .containsExactly(0L, 8L * 40_982, 8L * 40_982 + 4L * 40_981 * 256);
  }

  @Test
  void everyRound_fitsItsRingForTheLargestCohort() {
    for (RoundSpec round : GOWALLA.algorithm().specs()) {
      var vector = round.vector();
      assertThat(vector.capacity().fits(vector.ring(), vector.scaleBits(), Thresholds.MAX_COHORT))
          .as(round.name())
          .isTrue();
    }
  }

  @Test
  void release_ofAModelThatIsAProduct_hasLeftAndRight_thatScoreTheSame(@TempDir Path work)
      throws Exception {
    DenseMatrix basis = DenseMatrix.zeros(100, 1);
    Arrays.fill(basis.data(), .1f);
    long[] degrees = LongStream.range(0, 100).toArray();
    SpectralFactors factors = new SpectralFactors(basis, new float[] {.5f}, degrees, 1);
    ItemDegreesFile.write(work.resolve(ModelFiles.DEGREES), degrees);
    FactorsFile.write(work.resolve(ModelFiles.FACTORS), factors);
    PowerIteration iteration = new PowerIteration(1, 0, 1, Eigenvalues.DIAG_T, 1);
    Settings blurred = new Settings(Merge.LATE, Solver.EULER, 1, 1, .2, false);
    for (FactorModel model :
        List.of(
            FLAT,
            new FactorModel.GfCf(.3, 1),
            new FactorModel.Bspm(blurred, 1),
            new FactorModel.TurboCf(1, 2),
            new FactorModel.TurboCf(.5, 1))) {
      Path release = Files.createTempDirectory(work, "release");
      Publication publication = with(iteration, model).algorithm().publication();
      publication.write(work, release);
      assertThat(publication.own()).isEqualTo(new Publication.Model("folded-filter", model.id()));
      Path product = release.resolve(ModelFiles.FACTORED_FILTER);
      if (model.filter(factors) instanceof FactorFilter filter) {
        assertThat(FactorFilterFile.read(product).entry(7, 9)).isEqualTo(filter.entry(7, 9));
      } else {
        assertThat(model).isEqualTo(new FactorModel.TurboCf(.5, 1));
        assertThat(product).doesNotExist();
      }
    }
  }

  private static PriviRecK with(PowerIteration factors, FactorModel model) {
    return new PriviRecK(100, factors, model, 10);
  }

  @Test
  void degrees_ofTenThousandParticipantsAtTheirBound_areSummedExactly() {
    VectorSpec vector = GOWALLA.algorithm().specs().getFirst().vector();
    long most = (long) RoundInput.MAX_USERS;
    RingVector one = RingVector.zero(vector.ring(), 1);
    one.setSigned(0, most);
    byte[] packed = new byte[vector.ring().packedBytes(1)];
    one.packInto(packed, 0, 0, 1);

    RingVector sum = RingVector.zero(vector.ring(), 1);
    for (int i = 0; i < 10_000; i++) {
      sum.addPacked(packed, 0, 0, 1);
    }

    vector.capacity().requireFits(vector.ring(), vector.scaleBits(), 10_000);
    assertThat(sum.getSigned(0)).isEqualTo(10_000 * most);
  }

  @Test
  void opensItemPairs_productsOfHalfAsManyColumnsAsItems_tellTooMuch() {
    assertThat(GOWALLA.algorithm().disclosure().opensItemPairs()).isFalse();
    assertThat(
            new PriviRecK(100, 25, 2, 0.3, 1, 10, 1000).algorithm().disclosure().opensItemPairs())
        .isTrue();
    assertThat(
            new PriviRecK(100, 24, 2, 0.3, 1, 10, 1000).algorithm().disclosure().opensItemPairs())
        .isFalse();
    assertThat(
            with(new PowerIteration(30, 20, 2, Eigenvalues.NYSTROM, 1), FLAT)
                .algorithm()
                .disclosure()
                .opensItemPairs())
        .isTrue();
  }

  @Test
  void opensItemPairs_sumForRitzPairs_countsAsAProduct() {
    PowerIteration products = new PowerIteration(20, 0, 2, Eigenvalues.DIAG_T, 1);
    PowerIteration andOneMore = new PowerIteration(20, 0, 2, Eigenvalues.RITZ, 1);

    assertThat(with(products, FLAT).algorithm().disclosure().opensItemPairs()).isFalse();
    assertThat(with(andOneMore, FLAT).algorithm().disclosure().opensItemPairs()).isTrue();
  }

  @Test
  void digest_dependsOnEveryParameter() {
    assertThat(
            java.util.stream.Stream.of(
                    GOWALLA,
                    new PriviRecK(40_980, 256, 2, 0.3, 1, 256, 1000),
                    new PriviRecK(40_981, 257, 2, 0.3, 1, 256, 1000),
                    new PriviRecK(40_981, 256, 3, 0.3, 1, 256, 1000),
                    new PriviRecK(40_981, 256, 2, 0.4, 1, 256, 1000),
                    new PriviRecK(40_981, 256, 2, 0.3, 2, 256, 1000),
                    new PriviRecK(40_981, 256, 2, 0.3, 1, 255, 1000),
                    new PriviRecK(40_981, 256, 2, 0.3, 1, 256, 1001),
                    with(new PowerIteration(60, 1, 2, Eigenvalues.NYSTROM, 1), FLAT),
                    with(new PowerIteration(60, 2, 2, Eigenvalues.NYSTROM, 1), FLAT),
                    with(new PowerIteration(60, 1, 2, Eigenvalues.RITZ, 1), FLAT),
                    with(
                        new PowerIteration(60, 1, 2, Eigenvalues.NYSTROM, 1),
                        new FactorModel.Spectral(FactorFilter.Response.ROOT)))
                .map(each -> each.algorithm().digest()))
        .doesNotHaveDuplicates();
  }

  @Test
  void parametersOutOfRange_areRefusedWithRangeAndValue() {
    assertThatThrownBy(() -> new PriviRecK(100, 101, 2, 0.3, 1, 10, 1000))
        .hasMessage("k must be in [1, 100]. Provided value: 101");
    assertThatThrownBy(() -> new PriviRecK(100, 10, 0, 0.3, 1, 10, 1000))
        .hasMessage("iterations must be at least 1. Provided value: 0");
    assertThatThrownBy(() -> new PriviRecK(100, 10, 17, 0.3, 1, 10, 1000))
        .hasMessage("iterations must be in [1, 16]. Provided value: 17");
    assertThatThrownBy(() -> with(new PowerIteration(60, 41, 2, Eigenvalues.NYSTROM, 1), FLAT))
        .hasMessage("k + oversampling must be at most 100. Provided value: 101");
    assertThatThrownBy(() -> new PriviRecK(100, 10, 2, Double.NaN, 1, 10, 1000))
        .hasMessageContaining("gamma");
    assertThatThrownBy(() -> new PriviRecK(100, 10, 2, 0.3, 1, 11, 1000))
        .hasMessage("idealRank must be in [1, 10]. Provided value: 11");
  }
}
