package io.privirec.filter.safetensors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SafetensorsWriterTest {
  private static final TensorSpec A = TensorSpec.of("a", TensorType.F32, 2, 1);
  private static final TensorSpec B = TensorSpec.of("b", TensorType.U16, 3);

  @Test
  void write_twoTensors_givesTheseBytes() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (var writer =
        SafetensorsWriter.to(Channels.newChannel(bytes), List.of(A, B), Map.of("k", "v\"1"))) {
      writer.writeF32("a", 1);
      writer.writeF32("a", -2);
      writer.writeShorts("b", (short) 1, (short) 0xffff, (short) 256);
    }
    String json =
        "{\"__metadata__\":{\"k\":\"v\\\"1\"},"
            + "\"a\":{\"dtype\":\"F32\",\"shape\":[2,1],\"data_offsets\":[0,8]},"
            + "\"b\":{\"dtype\":\"U16\",\"shape\":[3],\"data_offsets\":[8,14]}}";
    String padded = json + " ".repeat((8 - json.length() % 8) % 8);
    byte[] expectedHeader = padded.getBytes(StandardCharsets.US_ASCII);
    byte[] all = bytes.toByteArray();
    assertThat(all[0]).isEqualTo((byte) expectedHeader.length);
    assertThat(Arrays.copyOfRange(all, 1, 8)).containsOnly(0);
    assertThat(Arrays.copyOfRange(all, 8, 8 + expectedHeader.length)).isEqualTo(expectedHeader);
    assertThat(HexFormat.of().formatHex(all, 8 + expectedHeader.length, all.length))
        .isEqualTo(
            "0000803f" // a[0] = 1
                + "000000c0" // a[1] = -2
                + "0100" // b[0] = 1
                + "ffff" // b[1] = 65535
                + "0001"); // b[2] = 256
  }

  @Test
  void write_everyType_isReadBack(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("all.safetensors");
    List<TensorSpec> tensors =
        List.of(
            TensorSpec.of("f64", TensorType.F64, 2),
            TensorSpec.of("i64", TensorType.I64, 9000),
            TensorSpec.of("f32", TensorType.F32, 2, 20_000),
            TensorSpec.of("i32", TensorType.I32, 1),
            TensorSpec.of("u32", TensorType.U32, 1),
            TensorSpec.of("empty", TensorType.F32, 0, 5),
            TensorSpec.of("f16", TensorType.F16, 2),
            TensorSpec.of("scalar", TensorType.U8),
            TensorSpec.of("u16", TensorType.U16, 1));
    long[] longs = new long[9000];
    Arrays.setAll(longs, n -> n * 0x0123456789abL);
    float[] floats = io.privirec.filter.TestMatrices.floats(40_000, n -> n / 3.0);
    try (var writer = SafetensorsWriter.create(file, tensors, Map.of())) {
      writer.writeF64("f64", Math.PI, -0.0);
      writer.writeI64("i64", longs);
      writer.writeF32("f32", floats, 0, 33_333);
      writer.writeF32("f32", floats, 33_333, 6_667);
      writer.writeInts("i32", -1);
      writer.writeInts("u32", -1);
      writer.writeShorts("f16", Float.floatToFloat16(.5f), Float.floatToFloat16(-3));
      writer.writeU8("scalar", (byte) 200);
      writer.writeBytes("u16", ByteBuffer.wrap(new byte[] {1, 2}));
    }
    try (SafetensorsReader reader = SafetensorsReader.open(file)) {
      assertThat(reader.tensors()).isEqualTo(tensors);
      assertThat(reader.metadata()).isEmpty();
      assertThat(reader.f64("f64", 2)).containsExactly(Math.PI, -0.0);
      assertThat(reader.i64("i64", -1)).containsExactly(longs);
      assertThat(reader.f32("f32", 2, -1)).containsExactly(floats);
      assertThat(reader.i32("i32", 1)).containsExactly(-1);
      assertThat(reader.segment("f16", TensorType.F16, 2).byteSize()).isEqualTo(4);
      assertThat(reader.f32("empty", 0, 5)).isEmpty();
    }
  }

  @Test
  void write_otherOrderTypeOrTooMuch_isRefused() throws IOException {
    var writer =
        SafetensorsWriter.to(
            Channels.newChannel(new ByteArrayOutputStream()), List.of(A, B), Map.of());
    assertThatThrownBy(() -> writer.writeShorts("b", (short) 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("tensor a of F32");
    assertThatThrownBy(() -> writer.writeF64("a", 1)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> writer.writeF32("a", 1, 2, 3))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("misses 8 bytes");
  }

  @Test
  void close_incompleteTensor_fails() throws IOException {
    var writer =
        SafetensorsWriter.to(
            Channels.newChannel(new ByteArrayOutputStream()), List.of(A, B), Map.of());
    writer.writeF32("a", 1, 2);
    assertThatThrownBy(writer::close)
        .isInstanceOf(SafetensorsException.class)
        .hasMessageContaining("tensor b misses 6 bytes");
  }

  @Test
  void create_repeatedName_isRefused(@TempDir Path directory) {
    assertThatThrownBy(
            () -> SafetensorsWriter.create(directory.resolve("x"), List.of(A, A), Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
