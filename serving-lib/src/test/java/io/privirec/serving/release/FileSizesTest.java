package io.privirec.serving.release;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.filter.factor.ItemFactorsFile;
import io.privirec.serving.TestRelease;
import io.privirec.serving.release.ReleaseVerificationException.Reason;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.ReleaseManifest.Model;
import io.privirec.wire.ReleaseManifest.ReleaseFile;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

class FileSizesTest {
  private static final int ITEMS = 1_000;
  private static final int HEADER = 1 << 16;
  private static final Map<String, Object> NESTED = Map.of("factors", Map.of("k", 64), "topN", 100);

  /// Name, parameters, and the bytes of the tensors by the tables of docs/releases.md.
  static final List<Arguments> BOUNDS =
      List.of(
          Arguments.of(ReleaseManifest.DEGREES, NESTED, 8_000L),
          Arguments.of(ReleaseManifest.FILTER, NESTED, 8L * 1_001 + 1_000 * 100 * 4),
          Arguments.of(ReleaseManifest.FILTER, Map.of("topN", 5_000), 8L * 1_001 + 4_000_000),
          Arguments.of(ReleaseManifest.FILTER, Map.of(), 8L * 1_001 + 4_000_000),
          Arguments.of(ReleaseManifest.FILTER, Map.of("topN", 0), 8L * 1_001 + 4_000_000),
          Arguments.of(ReleaseManifest.FILTER, Map.of("topN", "1"), 8L * 1_001 + 4_000_000),
          Arguments.of(ReleaseManifest.FACTORS, NESTED, 8_000L + 4 * 64 * 1_000 + 4 * 64),
          Arguments.of(ReleaseManifest.FACTORED_FILTER, NESTED, 2L * 4 * 1_000 * 128),
          Arguments.of(
              ReleaseManifest.FACTORED_FILTER,
              Map.of("k", Integer.MAX_VALUE),
              2L * 4 * 1_000 * 2 * 4_096),
          Arguments.of(ItemFactorsFile.NAME, Map.of("fit", Map.of("rank", 16)), 4L * 1_000 * 18),
          Arguments.of(ItemFactorsFile.NAME, Map.of(), 4L * 1_000 * 4_098),
          Arguments.of(ReleaseManifest.GRAM, NESTED, 4L * 1_001 + 1_000 * 1_001 / 2 * 8),
          Arguments.of(ReleaseManifest.CATALOGUE, NESTED, 1_000L * (16_384 + 64) - HEADER),
          Arguments.of("later.bin", NESTED, 1_000L * (65_536 + 8_000)));

  @ParameterizedTest
  @FieldSource("BOUNDS")
  void file_ofTheLargestSize_isPossible_andNotOneByteMore(
      String name, Map<String, Object> parameters, long tensors) {
    assertThatCode(() -> require(ITEMS, parameters, name, HEADER + tensors))
        .doesNotThrowAnyException();
    assertRefused(Reason.FILE_TOO_LARGE, ITEMS, parameters, name, HEADER + tensors + 1);
    assertRefused(Reason.FILE_TOO_LARGE, ITEMS, parameters, name, Long.MAX_VALUE);
  }

  @Test
  void columns_of65536Items_haveFourBytes() {
    int items = 65_536;
    long bytes = HEADER + 8L * (items + 1) + items * 100L * 6;

    assertThatCode(() -> require(items, NESTED, ReleaseManifest.FILTER, bytes))
        .doesNotThrowAnyException();
    assertRefused(Reason.FILE_TOO_LARGE, items, NESTED, ReleaseManifest.FILTER, bytes + 1);
  }

  @Test
  void size_belowZero_isMalformed() {
    assertRefused(Reason.MALFORMED_MANIFEST, ITEMS, NESTED, ReleaseManifest.FILTER, -1);
  }

  @Test
  void items_outOfRange_areMalformed() {
    assertRefused(Reason.MALFORMED_MANIFEST, -1, NESTED, ReleaseManifest.FILTER, 1);
    assertRefused(
        Reason.MALFORMED_MANIFEST, FileSizes.MAX_ITEMS + 1, NESTED, ReleaseManifest.FILTER, 1);
  }

  @ParameterizedTest
  @FieldSource("BOUNDS")
  void bound_ofTheLargestCatalogue_doesNotOverflow(
      String name, Map<String, Object> parameters, long ignored) {
    assertThatCode(() -> require(FileSizes.MAX_ITEMS, parameters, name, ignored))
        .doesNotThrowAnyException();
    assertRefused(Reason.FILE_TOO_LARGE, FileSizes.MAX_ITEMS, parameters, name, Long.MAX_VALUE);
  }

  private static void assertRefused(
      Reason reason, int items, Map<String, Object> parameters, String name, long bytes) {
    assertThatThrownBy(() -> require(items, parameters, name, bytes))
        .isInstanceOf(ReleaseVerificationException.class)
        .hasMessageStartingWith(reason.code());
  }

  static void require(int items, Map<String, Object> parameters, String name, long bytes)
      throws ReleaseVerificationException {
    ReleaseManifest draft =
        TestRelease.manifest(
            "r-1",
            TestRelease.CREATED,
            new Model("folded-filter", "gf-cf"),
            parameters,
            items,
            "00".repeat(32));
    FileSizes.requirePossible(
        new ReleaseManifest(
            draft.formatVersion(),
            draft.releaseId(),
            draft.sessionId(),
            draft.createdAt(),
            draft.algorithm(),
            draft.model(),
            draft.parameters(),
            draft.catalogue(),
            draft.participants(),
            draft.rosterVersion(),
            draft.cells(),
            draft.cellsLeftOut(),
            draft.smallestAtom(),
            draft.survivors(),
            draft.rounds(),
            draft.protection(),
            draft.privacy(),
            List.of(new ReleaseFile(name, bytes, "00".repeat(32)))));
  }
}
