package io.privirec.filter.safetensors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SafetensorsDraftTest {
  private static final List<TensorSpec> TENSORS =
      List.of(TensorSpec.of("a", TensorType.I64, 2), TensorSpec.of("b", TensorType.F32, 10));

  @TempDir Path directory;

  @Test
  void partsInAnyOrder_areTheFileThatIsWrittenInOrder() throws IOException {
    Path drafted = directory.resolve("drafted");
    try (SafetensorsDraft draft = SafetensorsDraft.create(drafted, TENSORS)) {
      draft.write("b", 4, floats(4, 5, 6, 7, 8, 9));
      draft.write("a", 1, longs(22));
      draft.write("b", 0, floats(0, 1, 2, 3));
      draft.write("a", 0, longs(11));
      draft.finish(TENSORS);
    }
    Path written = directory.resolve("written");
    try (SafetensorsWriter writer = SafetensorsWriter.create(written, TENSORS, Map.of())) {
      writer.writeI64("a", 11, 22);
      writer.writeF32("b", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }
    assertThat(drafted).hasSameBinaryContentAs(written);
  }

  @Test
  void fewerElementsThanThereWasRoomFor_leaveNoGap() throws IOException {
    Path file = directory.resolve("file");
    try (SafetensorsDraft draft = SafetensorsDraft.create(file, TENSORS)) {
      draft.write("a", 0, longs(11));
      draft.write("b", 5, floats(5, 6, 7));
      draft.moveDown("b", 5, 0, 3);
      draft.finish(
          List.of(TensorSpec.of("a", TensorType.I64, 1), TensorSpec.of("b", TensorType.F32, 3)));
    }
    try (SafetensorsReader reader = SafetensorsReader.open(file)) {
      assertThat(reader.i64("a", 1)).containsExactly(11);
      assertThat(reader.f32("b", 3)).containsExactly(5, 6, 7);
    }
    assertThat(Files.size(file) % 4).isZero();
  }

  @Test
  void placesThatAreNotThere_areRefused() throws IOException {
    try (SafetensorsDraft draft = SafetensorsDraft.create(directory.resolve("file"), TENSORS)) {
      assertRefused(() -> draft.write("c", 0, floats(1)));
      assertRefused(() -> draft.write("b", 10, floats(1)));
      assertRefused(() -> draft.write("b", -1, floats(1)));
      assertRefused(() -> draft.write("a", 0, floats(1)));
      assertRefused(() -> draft.moveDown("b", 2, 3, 1));
      assertRefused(() -> draft.moveDown("b", 8, 0, 3));
      assertRefused(() -> draft.finish(List.of(TENSORS.get(1), TENSORS.get(0))));
      assertRefused(() -> draft.finish(List.of(TENSORS.get(0))));
      assertRefused(() ->
          draft.finish(
              List.of(TENSORS.get(0), TENSORS.get(1), TensorSpec.of("c", TensorType.F32, 1))));
      assertRefused(
          () -> draft.finish(List.of(TENSORS.get(0), TensorSpec.of("b", TensorType.F32, 11))));
    }
  }

  @Test
  void tensorsThatNoHeaderCanHave_leaveNoFile() {
    Path file = directory.resolve("file");
    assertRefused(
        () -> SafetensorsDraft.create(file, List.of(TENSORS.get(0), TENSORS.get(0))).close());
    assertThat(file).doesNotExist();
  }

  private static void assertRefused(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class);
  }

  private static ByteBuffer floats(float... values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return bytes;
  }

  private static ByteBuffer longs(long... values) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asLongBuffer().put(values);
    return bytes;
  }
}
