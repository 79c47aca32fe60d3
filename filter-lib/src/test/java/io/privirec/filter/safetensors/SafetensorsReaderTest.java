package io.privirec.filter.safetensors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafetensorsReaderTest {
  private static final String TWO =
      "{\"b\": {\"shape\":[2], \"dtype\":\"F32\", \"data_offsets\":[2,10]},"
          + "\"__metadata__\":{\"who\":\"\\u00e9\\n\"},"
          + "\"a\":{\"dtype\":\"F16\",\"shape\":[],\"data_offsets\":[0,2]}}  ";

  @Test
  void open_handWrittenFile_givesItsTensors(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("hand.safetensors");
    // a = half 1.0, b = {1.0, -2.0}, unaligned
    Files.write(file, file(TWO, 0x00, 0x3c, 0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0));
    try (SafetensorsReader reader = SafetensorsReader.open(file)) {
      assertThat(reader.tensors())
          .containsExactly(
              TensorSpec.of("a", TensorType.F16), TensorSpec.of("b", TensorType.F32, 2));
      assertThat(reader.f32("b", 2)).containsExactly(1, -2);
      assertThat(reader.metadata()).containsEntry("who", "é\n");
      assertThatThrownBy(() -> reader.f32("b", 3))
          .isInstanceOf(SafetensorsException.class)
          .hasMessageContaining("F32 [3]");
      assertThatThrownBy(() -> reader.i64("b", 2)).isInstanceOf(SafetensorsException.class);
      assertThatThrownBy(() -> reader.f32("c", 2))
          .isInstanceOf(SafetensorsException.class)
          .hasMessageContaining("missing");
    }
  }

  @Test
  void of_noTensors_isEmpty() throws Exception {
    try (SafetensorsReader reader = SafetensorsReader.of(file("{}"))) {
      assertThat(reader.tensors()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", // shorter than any header
        " {}", // does not start with {
        "{}x", // text after the end
        "[]",
        "{\"a\":1}",
        "{\"a\":{}}",
        "{\"__metadata__\":{\"a\":[1]}}",
        "{\"__metadata__\":{\"a\":{\"b\":\"c\"}}}",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}", // not closed
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]},}",
        "{\"a\":{\"dtype\":\"F33\",\"shape\":[1],\"data_offsets\":[0,4]}}",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,5]}}", // 5 bytes for one F32
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}", // beyond the end
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}}", // 4 bytes left over
        "{\"a\":{\"dtype\":\"F16\",\"shape\":[1],\"data_offsets\":[2,4]}}", // gap at the start
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[-1],\"data_offsets\":[0,4]}}",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[01],\"data_offsets\":[0,4]}}",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[1.0],\"data_offsets\":[0,4]}}",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[\"1\"],\"data_offsets\":[0,4]}}",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4,4]}}",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,0]}}",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4],\"x\":\"y\"}}",
        "{\"a\":{\"dtype\":\"F32\",\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}",
        "{\"a/b\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[4611686018427387904,4],\"data_offsets\":[0,4]}}",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[999999999999999999,16],\"data_offsets\":[0,4]}}",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]},"
            + "\"b\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}", // overlap
        "{\"a\":{\"dtype\":\"F16\",\"shape\":[1],\"data_offsets\":[0,2]},"
            + "\"b\":{\"dtype\":\"F16\",\"shape\":[1],\"data_offsets\":[1,3]}}",
      })
  void of_brokenHeaderBeforeFourBytes_isRefused(String header) {
    assertThatThrownBy(() -> SafetensorsReader.of(file(header, 0, 0, 0, 0)))
        .isInstanceOf(SafetensorsException.class);
  }

  @Test
  void of_headerLengthOutOfBounds_isRefused() {
    for (long length : new long[] {-1, 0, 1, 11, 1L << 40, Long.MAX_VALUE}) {
      ByteBuffer bytes = ByteBuffer.allocate(18).order(ByteOrder.LITTLE_ENDIAN);
      bytes.putLong(length).put("{}        ".getBytes(StandardCharsets.US_ASCII));
      assertThatThrownBy(() -> SafetensorsReader.of(bytes.array()))
          .isInstanceOf(SafetensorsException.class)
          .hasMessageContaining("header length must be in [2, 10]");
    }
    assertThatThrownBy(() -> SafetensorsReader.of(new byte[7]))
        .isInstanceOf(SafetensorsException.class);
  }

  @Test
  void of_invalidUtf8_isRefused() {
    byte[] bytes = file("{\"a\":\"b\"}");
    bytes[10] = (byte) 0xff;
    assertThatThrownBy(() -> SafetensorsReader.of(bytes))
        .isInstanceOf(SafetensorsException.class)
        .hasMessageContaining("UTF-8");
  }

  private static byte[] file(String header, int... data) {
    byte[] json = header.getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes =
        ByteBuffer.allocate(8 + json.length + data.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(json.length).put(json);
    for (int value : data) {
      bytes.put((byte) value);
    }
    return bytes.array();
  }
}
