package io.privirec.filter.graph;

import io.privirec.filter.safetensors.SafetensorsException;
import io.privirec.filter.safetensors.SafetensorsReader;
import io.privirec.filter.safetensors.SafetensorsWriter;
import io.privirec.filter.safetensors.TensorSpec;
import io.privirec.filter.safetensors.TensorType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// `gram.safetensors`: the upper half of P̃, compressed rows with ascending columns: `row_offsets`
/// I32 [items + 1], `columns` I32 [entries], `values` F32 [entries], none of them 0.
public final class ItemGramFile {
  private ItemGramFile() {}

  /// Creates or replaces a file.
  public static void write(Path file, ItemGram gram) throws IOException {
    ItemGram.Upper upper = gram.upper();
    List<TensorSpec> tensors =
        List.of(
            TensorSpec.of("row_offsets", TensorType.I32, upper.rowOffsets().length),
            TensorSpec.of("columns", TensorType.I32, upper.columns().length),
            TensorSpec.of("values", TensorType.F32, upper.values().length));
    try (SafetensorsWriter writer = SafetensorsWriter.create(file, tensors, Map.of())) {
      writer.writeInts("row_offsets", upper.rowOffsets());
      writer.writeInts("columns", upper.columns());
      writer.writeF32("values", upper.values());
    }
  }

  /// Reads a file.
  ///
  /// @throws SafetensorsException when it is not such a file
  public static ItemGram read(Path file) throws IOException {
    try (SafetensorsReader reader = SafetensorsReader.open(file)) {
      long entries = reader.spec("columns", TensorType.I32, -1).shape().getFirst();
      return ItemGram.of(
          new ItemGram.Upper(
              reader.i32("row_offsets", -1),
              reader.i32("columns", entries),
              reader.f32("values", entries)));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new SafetensorsException("the item Gram matrix is not valid: " + e.getMessage());
    }
  }
}
