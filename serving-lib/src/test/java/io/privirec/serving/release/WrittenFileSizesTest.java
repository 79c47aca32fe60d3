package io.privirec.serving.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.privirec.filter.factor.BoundedAls;
import io.privirec.filter.factor.FrequentItems;
import io.privirec.filter.factor.ItemFactors;
import io.privirec.filter.factor.ItemFactorsFile;
import io.privirec.filter.factor.LeastSquares;
import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.graph.FactorFilterFile;
import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.graph.ItemGram;
import io.privirec.filter.graph.ItemGramFile;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.wire.ReleaseManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

/// Compares the bounds with files that are really written. The files have so many items that a
/// column too few in a bound does not hide in the room for headers.
class WrittenFileSizesTest {
  private static final int ITEMS = 20_000;

  /// Items of the folded filter, whose time grows with their square.
  private static final int FOLDED_ITEMS = Boolean.getBoolean("tests.long") ? ITEMS : 3_000;

  /// Room of the bounds for the header of a tensor file. A forgotten column of floats is longer.
  private static final int HEADER = 1 << 16;

  private static final int RANK = 3;
  private static final int TOP_N = 500;
  private static final long[] DEGREES = new long[ITEMS];

  static {
    assertThat((long) Float.BYTES * ITEMS).isGreaterThan(HEADER);
    Arrays.fill(DEGREES, 7);
  }

  /// Algorithm, and what its release has beside degrees.
  static final List<Arguments> ITEM_FACTORS =
      List.of(
          Arguments.of("als", exact(new LeastSquares.Explicit(RANK, .1, 1, 5))),
          Arguments.of("ials", exact(new LeastSquares.Implicit(RANK, .1, .1))),
          Arguments.of("dpals", noisy(new BoundedAls.Ratings(1, 5, 2, .95))),
          Arguments.of("dpals", noisy(new BoundedAls.Ratings(1, 5, 2, 0))),
          Arguments.of("dpials", noisy(new BoundedAls.Interactions(.1, 0))));

  @TempDir private Path directory;

  private static ItemFactors exact(LeastSquares objective) {
    return new ItemFactors(objective, 3, columns(RANK));
  }

  private static ItemFactors noisy(BoundedAls.Target target) {
    BoundedAls als =
        new BoundedAls(
            target,
            new BoundedAls.Adaptive(.5),
            RANK,
            1,
            1,
            50,
            new BoundedAls.Ridge(.1, .1, 0, .1),
            1);
    return als.published(FrequentItems.of(DEGREES, ITEMS), 3, columns(RANK));
  }

  private static DenseMatrix columns(int count) {
    return columns(ITEMS, count);
  }

  private static DenseMatrix columns(int items, int count) {
    DenseMatrix columns = DenseMatrix.zeros(items, count);
    Arrays.fill(columns.data(), .01f);
    return columns;
  }

  @ParameterizedTest
  @FieldSource("ITEM_FACTORS")
  void itemFactors_ofEachAlgorithm_areWithinTheBound(String algorithm, ItemFactors factors)
      throws IOException {
    Path file = directory.resolve(ItemFactorsFile.NAME);
    ItemFactorsFile.write(file, factors);

    assertPossible(algorithm, Map.of("fit", Map.of("rank", RANK)), file);
  }

  private static SpectralFactors factors(int items) {
    float[] lambda = new float[RANK];
    Arrays.fill(lambda, .5f);
    return new SpectralFactors(
        columns(items, RANK), lambda, Arrays.copyOf(DEGREES, items), /* idealRank= */ RANK);
  }

  @Test
  void factors_andTheirProduct_areWithinTheBound() throws IOException {
    Map<String, Object> parameters = Map.of("factors", Map.of("k", RANK));
    Path file = directory.resolve(FactorsFile.NAME);
    FactorsFile.write(file, factors(ITEMS));
    Path product = directory.resolve(ReleaseManifest.FACTORED_FILTER);
    FactorFilterFile.write(product, FactorFilter.gfCf(factors(ITEMS), .3));

    assertPossible("privirec-k", parameters, file);
    assertPossible("privirec-k", parameters, product);
  }

  @Test
  void foldedFilter_withAllItsEntries_isWithinTheBound() throws IOException {
    Path file = directory.resolve(ReleaseManifest.FILTER);
    long entries = FilterFolder.fold(FactorFilter.gfCf(factors(FOLDED_ITEMS), .3), TOP_N, file);

    assertThat(entries).isEqualTo((long) FOLDED_ITEMS * TOP_N);
    assertPossible("privirec-k", FOLDED_ITEMS, Map.of("topN", TOP_N), file);
  }

  @Test
  void degreesAndGram_areWithinTheBound() throws IOException {
    int[] rowOffsets = IntStream.rangeClosed(0, ITEMS / 2).map(user -> 2 * user).toArray();
    int[] pairs = IntStream.range(0, ITEMS).toArray();
    Path degrees = directory.resolve(ItemDegreesFile.NAME);
    ItemDegreesFile.write(degrees, DEGREES);
    Path gram = directory.resolve(ReleaseManifest.GRAM);
    ItemGramFile.write(
        gram, ItemGram.of(InteractionMatrix.of(ITEMS / 2, ITEMS, rowOffsets, pairs), .5));

    assertPossible("item-degrees", Map.of(), degrees);
    assertPossible("privirec", Map.of("topN", TOP_N), gram);
  }

  private static void assertPossible(String algorithm, Map<String, Object> parameters, Path file)
      throws IOException {
    assertPossible(algorithm, ITEMS, parameters, file);
  }

  private static void assertPossible(
      String algorithm, int items, Map<String, Object> parameters, Path file) throws IOException {
    String name = String.valueOf(file.getFileName());
    long bytes = Files.size(file);

    assertThatCode(() -> FileSizesTest.require(items, parameters, name, bytes))
        .as("%s of %s", name, algorithm)
        .doesNotThrowAnyException();
  }
}
