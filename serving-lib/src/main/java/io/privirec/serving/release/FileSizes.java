package io.privirec.serving.release;

import io.privirec.filter.factor.ItemFactorsFile;
import io.privirec.serving.release.ReleaseVerificationException.Reason;
import io.privirec.wire.CatalogueItem;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.ReleaseManifest.ReleaseFile;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The largest size that each file of a release can have, by the number of items and by the
/// parameters of the session. Shapes and types are those of `docs/releases.md`.
///
/// A parameter that the manifest does not name, or names out of range, counts with the highest
/// value of the API.
final class FileSizes {
  /// The most items of a catalogue that services read.
  static final int MAX_ITEMS = 1 << 24;

  /// Room for the header of a tensor file, and for the longer lines of canonical JSON.
  private static final long HEADER = 1 << 16;

  private static final int LINE_SLACK = 64;
  private static final int MAX_RANK = 4096;
  private static final int MAX_ROW_ENTRIES = 65_535;
  private static final int UNKNOWN_BYTES_PER_ITEM = 1 << 16;

  private final long items;
  private final Map<String, @Nullable Object> parameters;

  private FileSizes(long items, Map<String, @Nullable Object> parameters) {
    this.items = items;
    this.parameters = parameters;
  }

  /// Checks the claimed size of each listed file.
  ///
  /// @throws ReleaseVerificationException if a file claims a negative size or more than its bound
  static void requirePossible(ReleaseManifest manifest) throws ReleaseVerificationException {
    int items = manifest.catalogue().items();
    if (items < 0 || items > MAX_ITEMS) {
      throw new ReleaseVerificationException(
          Reason.MALFORMED_MANIFEST,
          "catalogue.items must be in [0, %s]. Provided: %s".formatted(MAX_ITEMS, items));
    }
    FileSizes sizes = new FileSizes(items, manifest.parameters());
    for (ReleaseFile file : manifest.files()) {
      if (file.bytes() < 0) {
        throw new ReleaseVerificationException(
            Reason.MALFORMED_MANIFEST,
            "the size of %s must be at least 0. Provided: %s".formatted(file.name(), file.bytes()));
      }
      long most = sizes.most(file.name());
      if (file.bytes() > most) {
        throw new ReleaseVerificationException(
            Reason.FILE_TOO_LARGE,
            "%s of %s items has at most %s bytes. Claimed: %s"
                .formatted(file.name(), items, most, file.bytes()));
      }
    }
  }

  /// Returns the largest possible size of a file, in bytes. No product overflows: items are at most
  /// 2²⁴, and each item has less than 2³⁰ bytes.
  private long most(String name) {
    return switch (name) {
      case ReleaseManifest.CATALOGUE -> items * (CatalogueItem.MAX_LINE_BYTES + LINE_SLACK);
      case ReleaseManifest.DEGREES -> HEADER + items * Long.BYTES;
      case ReleaseManifest.FACTORS ->
          HEADER + items * (Long.BYTES + Float.BYTES * rank()) + Float.BYTES * rank();
      case ReleaseManifest.GRAM ->
          HEADER + (items + 1) * Integer.BYTES + items * (items + 1) / 2 * 8;
      case ReleaseManifest.FILTER -> filter();
      // Left and right, each with the columns of all factors and of the ideal filter's part.
      case ReleaseManifest.FACTORED_FILTER -> HEADER + items * 2 * Float.BYTES * 2 * rank();
      case ItemFactorsFile.NAME -> HEADER + items * Float.BYTES * itemFactorNumbers();
      default -> HEADER + items * (UNKNOWN_BYTES_PER_ITEM + 8 * items);
    };
  }

  private long filter() {
    long entries = Math.min(items, largest(MAX_ROW_ENTRIES, "topN"));
    long entryBytes = items <= 65_535 ? 4 : 6;
    return HEADER + (items + 1) * Long.BYTES + items * entries * entryBytes;
  }

  /// Returns the most numbers that an item has in a file of vectors. With a constant `dpals` adds a
  /// coordinate for the levels of users, and a bias.
  private long itemFactorNumbers() {
    return rank() + 2;
  }

  private long rank() {
    return largest(MAX_RANK, "k", "rank");
  }

  /// Returns the largest value that a group of parameters has under one of the names.
  private int largest(int most, String... names) {
    int largest =
        Arrays.stream(names).flatMapToInt(name -> values(parameters, name)).max().orElse(most);
    return largest < 1 ? most : Math.min(largest, most);
  }

  private static IntStream values(Map<?, ?> group, String name) {
    return IntStream.concat(
        Stream.ofNullable(group.get(name))
            .filter(Integer.class::isInstance)
            .mapToInt(Integer.class::cast),
        group.values().stream()
            .filter(Map.class::isInstance)
            .flatMapToInt(inner -> values((Map<?, ?>) inner, name)));
  }
}
