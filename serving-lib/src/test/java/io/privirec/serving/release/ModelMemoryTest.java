package io.privirec.serving.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.filter.factor.ItemFactors;
import io.privirec.filter.factor.ItemFactorsFile;
import io.privirec.filter.graph.FoldedFilter;
import io.privirec.serving.TestRelease;
import io.privirec.serving.scoring.ReleasedModel;
import io.privirec.wire.Protection;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.ReleaseManifest.ReleaseFile;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ModelMemoryTest {
  private static final int ITEMS = 1000;
  private static final long LARGE = 100L << 20;

  private static SignedManifest release(String kind, String... files) {
    List<ReleaseFile> listed =
        Stream.of(files).map(name -> new ReleaseFile(name, LARGE, "00".repeat(32))).toList();
    ReleaseManifest manifest =
        new ReleaseManifest(
            ReleaseManifest.FORMAT_VERSION,
            "r-1",
            "session-1",
            TestRelease.CREATED,
            "privirec-k",
            new ReleaseManifest.Model(kind, kind),
            Map.of(),
            new ReleaseManifest.Catalogue(1, ITEMS, "00".repeat(32)),
            3,
            null,
            List.of(),
            List.of(),
            null,
            null,
            3,
            Protection.NO_NOISE,
            TestRelease.NO_NOISE,
            listed);
    return new SignedManifest(manifest, ReleasedModel.kind(kind).orElseThrow(), Optional.empty());
  }

  @Test
  void mappedFilter_takesNoHeap_andExactFactorsTakeWhatOpeningThemDoes() {
    SignedManifest folded =
        release(FoldedFilter.KIND, ReleaseManifest.FILTER, ReleaseManifest.FACTORED_FILTER);
    assertThat(ModelMemory.needed(folded, false)).isBetween(ITEMS * 200L, 10L << 20);
    assertThat(ModelMemory.needed(folded, true) - ModelMemory.needed(folded, false))
        .as(
            "both halves, the second one twice, 64 score vectors and products of 8, 16, 24, 32 rows")
        .isEqualTo(LARGE * 3 / 2 + ITEMS * 4L * (64 + 8 + 16 + 24 + 32));
  }

  @Test
  void factorsOfItems_takeTheirBytesTwice() {
    SignedManifest factors = release(ItemFactors.KIND, ItemFactorsFile.NAME);
    assertThat(ModelMemory.needed(factors, false)).isBetween(2 * LARGE, 2 * LARGE + (10L << 20));
  }

  @Test
  void tooLittle_isRefusedWithNumbers_afterTheGarbageIsGone() {
    AtomicLong free = new AtomicLong(3 << 20);
    assertThatThrownBy(() ->
            ModelMemory.require(
                "r-1", (900L << 20) - 5, 1L << 30, free::get, () -> free.set(312 << 20)))
        .isInstanceOf(NoMemoryException.class)
        .hasMessage(
            "memory-full: release r-1 needs about 900 MiB of heap, and 312 MiB of 1,024 MiB are free: give the process more memory, or load fewer models");
    assertThatCode(() ->
            ModelMemory.require("r-1", 900L << 20, 1L << 30, free::get, () -> free.set(1L << 30)))
        .doesNotThrowAnyException();
  }
}
