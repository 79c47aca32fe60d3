package io.privirec.filter.ranking;

import io.privirec.filter.safetensors.SafetensorsException;
import io.privirec.filter.safetensors.SafetensorsReader;
import io.privirec.filter.safetensors.SafetensorsWriter;
import io.privirec.filter.safetensors.TensorSpec;
import io.privirec.filter.safetensors.TensorType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// `item-degrees.safetensors`: `item_degrees` I64 [items], V.
public final class ItemDegreesFile {
  /// Of the file in a release.
  public static final String NAME = "item-degrees.safetensors";

  private static final String ITEM_DEGREES = "item_degrees";

  private ItemDegreesFile() {}

  /// Creates or replaces a file.
  public static void write(Path file, long[] itemDegrees) throws IOException {
    List<TensorSpec> tensors =
        List.of(TensorSpec.of(ITEM_DEGREES, TensorType.I64, itemDegrees.length));
    try (SafetensorsWriter writer = SafetensorsWriter.create(file, tensors, Map.of())) {
      writer.writeI64(ITEM_DEGREES, itemDegrees);
    }
  }

  /// Reads a file, or another one that has the same tensor beside others.
  ///
  /// @throws SafetensorsException when it has not
  public static long[] read(Path file) throws IOException {
    try (SafetensorsReader reader = SafetensorsReader.open(file)) {
      return reader.i64(ITEM_DEGREES, -1);
    }
  }
}
