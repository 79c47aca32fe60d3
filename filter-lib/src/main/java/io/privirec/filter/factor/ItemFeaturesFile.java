package io.privirec.filter.factor;

import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.safetensors.SafetensorsException;
import io.privirec.filter.safetensors.SafetensorsReader;
import io.privirec.filter.safetensors.SafetensorsWriter;
import io.privirec.filter.safetensors.TensorSpec;
import io.privirec.filter.safetensors.TensorType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// `item-features.safetensors`, which a plan reads: `count` I32 [1] of categories, `offsets` I32
/// [items + 1], and `categories` I32 [offsets' last], those of each item ascending.
public final class ItemFeaturesFile {
  /// Of the file in a session's working directory.
  public static final String NAME = "item-features.safetensors";

  private static final String COUNT = "count";
  private static final String OFFSETS = "offsets";
  private static final String CATEGORIES = "categories";

  private ItemFeaturesFile() {}

  /// Creates or replaces a file.
  public static void write(Path file, ItemFeatures features) throws IOException {
    InteractionMatrix pattern = features.pattern();
    int[] offsets = new int[pattern.users() + 1];
    int[] categories = new int[pattern.interactions()];
    for (int item = 0; item < pattern.users(); item++) {
      offsets[item + 1] = pattern.rowEnd(item);
    }
    for (int p = 0; p < categories.length; p++) {
      categories[p] = pattern.column(p);
    }
    List<TensorSpec> tensors =
        List.of(
            TensorSpec.of(COUNT, TensorType.I32, 1),
            TensorSpec.of(OFFSETS, TensorType.I32, offsets.length),
            TensorSpec.of(CATEGORIES, TensorType.I32, categories.length));
    try (SafetensorsWriter writer = SafetensorsWriter.create(file, tensors, Map.of())) {
      writer.writeInts(COUNT, pattern.items());
      writer.writeInts(OFFSETS, offsets);
      writer.writeInts(CATEGORIES, categories);
    }
  }

  /// Reads a file.
  ///
  /// @param items length of the catalogue
  public static ItemFeatures read(Path file, int items) throws IOException {
    try (SafetensorsReader tensors = SafetensorsReader.open(file)) {
      int[] offsets = tensors.i32(OFFSETS, items + 1L);
      return new ItemFeatures(
          InteractionMatrix.of(
              items, tensors.i32(COUNT, 1)[0], offsets, tensors.i32(CATEGORIES, offsets[items])));
    } catch (IllegalArgumentException e) {
      throw new SafetensorsException("item features: " + e.getMessage());
    }
  }
}
