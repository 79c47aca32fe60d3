package io.privirec.filter;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.DatasetFormatException;
import io.privirec.filter.data.DatasetReader;
import io.privirec.filter.safetensors.SafetensorsException;
import io.privirec.filter.safetensors.SafetensorsReader;
import io.privirec.filter.safetensors.TensorSpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Valid files, changed at random: a reader either refuses with its own exception or yields what
/// holds together, and allocates in proportion to what it was given.
///
/// `-Dtests.fuzz.seed=…` draws other inputs, `-Dtests.fuzz.inputs=…` more of them.
class ReaderFuzzTest {
  private static final long SEED = Long.getLong("tests.fuzz.seed", 1);
  private static final int INPUTS =
      Integer.getInteger("tests.fuzz.inputs", Boolean.getBoolean("tests.long") ? 20_000 : 2_000);

  /// Buffers of the streams, and the identifiers of 65,536 users and items that a file may leave
  /// out.
  private static final long ALLOCATED_BASE = 16 << 20;

  private static final long ALLOCATED_PER_BYTE = 64 * 128;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final List<String> ODD =
      List.of(
          "",
          "0",
          "-1",
          "00",
          "16777215",
          "16777216",
          "4294967296",
          "9".repeat(30),
          "1.5",
          "1e999",
          "NaN",
          "\t",
          "\n",
          "\r\n",
          "\n\n",
          ",",
          "::",
          " ",
          "  ",
          "\"",
          "\u0000",
          "\uFEFF",
          "\u00e9",
          "{",
          "}",
          "[",
          "]",
          "\\u0000",
          "\\ud800",
          "\\",
          ":",
          "null",
          "true",
          "__metadata__",
          "F16",
          "I64",
          "999999999999999999",
          "x".repeat(200),
          "user,item");

  @TempDir Path directory;
  private final Random random = new Random(SEED);

  private interface Reading {
    void read() throws IOException;
  }

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void safetensors_mutatedFiles_areRefusedOrCoverTheirBytes() throws IOException {
    String header =
        "{\"__metadata__\":{\"who\":\"\\u00e9\\n\",\"k\":\"v\"},"
            + "\"a\":{\"dtype\":\"F16\",\"shape\":[],\"data_offsets\":[0,2]},"
            + "\"b.c\":{\"shape\":[2,3],\"dtype\":\"F32\",\"data_offsets\":[2,26]},"
            + "\"d\":{\"dtype\":\"I64\",\"shape\":[0],\"data_offsets\":[26,26]}}   ";
    int values = 0;
    long most = 0;
    for (int i = 0; i < INPUTS; i++) {
      byte[] json = text(header).getBytes(StandardCharsets.UTF_8);
      ByteBuffer file = ByteBuffer.allocate(8 + json.length + 26).order(ByteOrder.LITTLE_ENDIAN);
      byte[] input = file.putLong(json.length).put(json).array();
      byte[] bytes = random.nextInt(4) == 0 ? bytes(input) : input;
      values += check(bytes, () -> readTensors(bytes)) ? 1 : 0;
      most = Math.max(most, lastAllocated);
    }
    report("safetensors", values, most);
  }

  @ParameterizedTest
  @ValueSource(strings = {"txt", "csv", "dat", "data", "split"})
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void dataset_mutatedFiles_areRefusedOrWhole(String format) throws IOException {
    int values = 0;
    long most = 0;
    for (int i = 0; i < INPUTS / 5; i++) {
      boolean zipped = random.nextInt(8) == 0;
      byte[] input = text(example(format)).getBytes(StandardCharsets.UTF_8);
      input = random.nextInt(8) == 0 ? bytes(input) : input;
      input = zipped ? bytes(gzip(input)) : input;
      Path path = write(format, input, zipped);
      boolean whole = check(input, () -> requireWhole(DatasetReader.read(path)));
      values += whole ? 1 : 0;
      most = Math.max(most, lastAllocated);
    }
    report("dataset ." + format, values, most);
  }

  private long lastAllocated;

  private boolean check(byte[] input, Reading reading) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    boolean read = isRead(input, reading);
    lastAllocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    assertThat(lastAllocated)
        .as(() -> "bytes allocated for " + hex(input))
        .isLessThanOrEqualTo(ALLOCATED_BASE + ALLOCATED_PER_BYTE * input.length);
    return read;
  }

  private static boolean isRead(byte[] input, Reading reading) {
    try {
      reading.read();
      return true;
    } catch (SafetensorsException | DatasetFormatException e) {
      assertThat(e).hasMessageMatching("(?s).+");
      return false;
    } catch (IOException | RuntimeException | Error e) {
      throw new AssertionError(hex(input), e);
    }
  }

  private static void readTensors(byte[] bytes) throws SafetensorsException {
    try (SafetensorsReader reader = SafetensorsReader.of(bytes)) {
      long covered = 0;
      for (TensorSpec tensor : reader.tensors()) {
        long[] shape = tensor.shape().stream().mapToLong(Long::longValue).toArray();
        covered += reader.segment(tensor.name(), tensor.type(), shape).byteSize();
      }
      long header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
      assertThat(covered).isEqualTo(bytes.length - 8 - header);
    }
  }

  private static void requireWhole(Dataset dataset) {
    assertThat(dataset.train().interactions()).isPositive();
    assertThat(dataset.userIds()).doesNotHaveDuplicates().hasSize(dataset.users());
    assertThat(dataset.itemIds()).doesNotHaveDuplicates().hasSize(dataset.items());
  }

  private static String example(String format) {
    return switch (format) {
      case "txt" -> "0 3 1\n2 0 17\n1 2\n5 4 3 2\n";
      case "dat" -> "1::20::5::978300760\n1::30::4::978300761\n2::20::3::978300762\n7::1::1\n";
      case "data" -> "196\t242\t3\t881250949\n186\t302\t3\t891717742\n196\t302\t1\t891717743\n";
      default ->
          "user,item,rating,timestamp\nann,film-1,5\nann,film-2,1.5\nbob,film-1,4,17\nb c,\u00e9,1\n";
    };
  }

  private Path write(String format, byte[] input, boolean zipped) throws IOException {
    String end = zipped ? ".gz" : "";
    if (format.equals("txt") || format.equals("split")) {
      String extension = format.equals("txt") ? ".txt" : ".csv";
      Path one = Files.createDirectories(directory.resolve(format + zipped));
      String other = format.equals("txt") ? "0 2\n1 0 \n2 4\n" : "bob,film-2\n";
      boolean train = random.nextBoolean();
      byte[] rest = (train ? other : example(format)).getBytes(StandardCharsets.UTF_8);
      Files.deleteIfExists(one.resolve("train" + extension + (train ? "" : end)));
      Files.deleteIfExists(one.resolve("test" + extension + (train ? end : "")));
      Files.deleteIfExists(one.resolve("train" + extension));
      Files.deleteIfExists(one.resolve("test" + extension));
      Files.write(one.resolve((train ? "train" : "test") + extension + end), input);
      Files.write(one.resolve((train ? "test" : "train") + extension), rest);
      return one;
    }
    return Files.write(directory.resolve("x." + format + end), input);
  }

  /// Changes of characters, words and lines.
  private String text(String valid) {
    String text = valid;
    for (int i = random.nextInt(4); i > 0 && !text.isEmpty(); i--) {
      int at = random.nextInt(text.length());
      int to = Math.min(text.length(), at + random.nextInt(8));
      String odd = ODD.get(random.nextInt(ODD.size()));
      text =
          switch (random.nextInt(5)) {
            case 0 -> text.substring(0, at) + odd + text.substring(at);
            case 1 -> text.substring(0, at) + odd + text.substring(to);
            case 2 -> text.substring(0, at) + text.substring(to);
            case 3 -> text.substring(0, to) + text.substring(at);
            default -> text.substring(0, at) + (char) random.nextInt(0x3000) + text.substring(to);
          };
    }
    return text;
  }

  private byte[] bytes(byte[] valid) {
    byte[] bytes = valid.clone();
    for (int i = random.nextInt(3); i >= 0 && bytes.length > 0; i--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(4)) {
        case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> bytes[Math.min(at, random.nextInt(16))] = (byte) random.nextInt();
        case 2 -> bytes = Arrays.copyOf(bytes, at);
        default -> bytes = Arrays.copyOf(bytes, bytes.length + random.nextInt(20));
      }
    }
    return bytes;
  }

  private static byte[] gzip(byte[] text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text);
    }
    return bytes.toByteArray();
  }

  private static void report(String what, int values, long most) {
    assertThat(values).as("%s that are read", what).isPositive();
    System.out.printf(
        "reader fuzz: %s, %d read, others refused, at most %d KB allocated, seed %d%n",
        what, values, most >> 10, SEED);
  }

  private static String hex(byte[] input) {
    return "seed %d: %s".formatted(SEED, HexFormat.of().formatHex(input));
  }
}
