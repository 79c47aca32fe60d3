package io.privirec.filter.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.privirec.filter.lines.BrokenLineException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

class InteractionReaderTest {
  /// The same files and the same expectations hold for `--data` of the lab and for the imports of a
  /// client-service, whose tests read this directory, too.
  @ParameterizedTest(name = "{0}")
  @CsvFileSource(resources = "/interaction-files/expected.csv", numLinesToSkip = 1)
  void next_oddFile_isReadWholeOrRefusedWithItsLine(
      String file,
      @Nullable String options,
      long lines,
      @Nullable String kept,
      long line,
      @Nullable String refusal)
      throws IOException {
    try (InputStream in =
        Objects.requireNonNull(getClass().getResourceAsStream("/interaction-files/" + file))) {
      InteractionReader reader = new InteractionReader(in, FileFormat.of(options(options)));
      if (line > 0) {
        BrokenLineException e = catchThrowableOfType(BrokenLineException.class, () -> all(reader));
        assertThat(e).hasMessage(refusal);
        assertThat(e.line()).isEqualTo(line).isEqualTo(reader.line());
        return;
      }
      List<Interaction> all = all(reader);
      Map<String, String> last = new TreeMap<>();
      all.forEach(one -> last.put(one.user() + " " + one.item(), values(one)));
      assertThat(all).hasSize((int) lines);
      assertThat(last.isEmpty() ? null : text(last)).isEqualTo(kept);
    }
  }

  /// Pairs with their last rating and time, as the table has them: `ann i1
  /// =4.5 @2001-01-01T00:00:00Z`.
  private static String text(Map<String, String> last) {
    return last.entrySet().stream()
        .map(one -> one.getKey() + one.getValue())
        .collect(Collectors.joining(" | "));
  }

  private static String values(Interaction one) {
    return (Float.isNaN(one.rating()) ? "" : " =" + one.rating())
        + (one.occurredAt() == null ? "" : " @" + one.occurredAt());
  }

  private static Map<String, String> options(@Nullable String query) {
    Map<String, String> options = new HashMap<>();
    for (String option : query == null ? List.<String>of() : List.of(query.split("&", -1))) {
      int equals = option.indexOf('=');
      options.put(option.substring(0, equals), option.substring(equals + 1));
    }
    return options;
  }

  private static List<Interaction> all(InteractionReader reader) throws IOException {
    List<Interaction> all = new ArrayList<>();
    for (Interaction next = reader.next(); next != null; next = reader.next()) {
      all.add(next);
    }
    return all;
  }

  private static InteractionReader of(String text) {
    return of(text, Map.of());
  }

  private static InteractionReader of(String text, Map<String, String> options) {
    return new InteractionReader(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), FileFormat.of(options));
  }

  @Test
  void report_ofWhatWasLeftOut_namesColumnsAndLines() throws IOException {
    InteractionReader reader =
        of("note,user,item,rating\n,ann,i1,1\n,ann,i1,x\n,ann\n", Map.of("badLines", "skip"));
    assertThat(all(reader)).hasSize(1);
    assertThat(reader.report().ignoredColumns()).containsExactly("note");
    assertThat(reader.report().skippedLines()).isEqualTo(2);
    assertThat(reader.report().skipped())
        .extracting(ReadingReport.SkippedLine::line)
        .containsExactly(3L, 4L);
  }

  @Test
  void format_ofUnusableOptions_namesTheOption() {
    for (String[] option :
        new String[][] {
          {"colour", "red"},
          {"separator", "x"},
          {"header", "maybe"},
          {"charset", "klingon"},
          {"charset", "?"},
          {"zone", "Mars"},
          {"badLines", "ignore"}
        }) {
      assertThatThrownBy(() -> FileFormat.of(Map.of(option[0], option[1])))
          .isInstanceOf(FileFormat.OptionException.class)
          .extracting("option")
          .isEqualTo(option[0]);
    }
    assertThatThrownBy(() -> FileFormat.of(Map.of("user", "2", "item", "2")))
        .hasMessageContaining("the same column");
    assertThat(FileFormat.of(Map.of("rating", "none", "time", "none"))).isNotNull();
    assertThat(FileFormat.of(Map.of("zone", "", "header", ""))).isNotNull();
  }

  @Test
  void next_ratingsAndTimes_areKept() throws IOException {
    Instant time = Instant.parse("2001-01-01T00:00:00Z");
    assertThat(all(of("ann,i1,4.5,978307200\nann,i2,,978307200000\nann,i3\n")))
        .containsExactly(
            new Interaction("ann", "i1", 4.5f, time),
            new Interaction("ann", "i2", Float.NaN, time),
            new Interaction("ann", "i3", Float.NaN, null));
    assertThat(all(of("ts,item,user,stars\n978307200.5,i1,ann,1\n")))
        .containsExactly(new Interaction("ann", "i1", 1, time.plusMillis(500)));
    for (String written :
        List.of(
            "2001-01-01T01:00:00+01:00",
            "2001-01-01 00:00:00",
            "2001-01-01",
            "2001/01/01 00:00",
            "2001-01-01 02:00:00.000+0200",
            "2001-01-01 00:00:00 UTC",
            "2001-01-01 00:00:00 +0000 UTC",
            "2001-01-01 00:00:00 GMT",
            "978307200000000",
            "978307200000000000")) {
      assertThat(all(of("ann,i1,," + written + "\n")).getFirst().occurredAt())
          .as(written)
          .isEqualTo(time);
    }
    assertThat(
            all(of("ann,i1,,2001-07-01 02:00:00\n", Map.of("zone", "Europe/Berlin")))
                .getFirst()
                .occurredAt())
        .isEqualTo(Instant.parse("2001-07-01T00:00:00Z"));
  }

  @Test
  void next_afterABrokenLine_goesOn() throws IOException {
    InteractionReader reader =
        of("ann,i1\nann\n" + "x".repeat(InteractionReader.MAX_LINE_BYTES + 1) + "\nann,i2\n");
    assertThat(reader.next()).isNotNull();
    assertThatThrownBy(reader::next).isInstanceOf(BrokenLineException.class);
    assertThatThrownBy(reader::next).hasMessageContaining("longer than");
    assertThat(all(reader)).extracting(Interaction::item).containsExactly("i2");
    assertThat(reader.line()).isEqualTo(4);
  }

  /// Lines that are looked at ahead are kept, broken ones with their faults.
  @Test
  void next_beforeManyBrokenLines_looksAtFew() throws IOException {
    byte[] bytes = new byte[10 << 20];
    Arrays.fill(bytes, (byte) '\n');
    for (int i = 0; i < bytes.length; i += 2) {
      bytes[i] = (byte) 0xff;
    }
    byte[] header = "user,item\n".getBytes(StandardCharsets.UTF_8);
    System.arraycopy(header, 0, bytes, 0, header.length);
    ByteArrayInputStream in = new ByteArrayInputStream(bytes);
    InteractionReader reader = new InteractionReader(in);
    assertThatThrownBy(reader::next).isInstanceOf(BrokenLineException.class);
    assertThat(in.available()).isGreaterThan(bytes.length - (1 << 20));
  }

  @Test
  void next_behindARefusedHeader_isNothing() throws IOException {
    InteractionReader reader = of("user,sku\nann,i1\n", Map.of("badLines", "skip"));
    assertThatThrownBy(reader::next).isInstanceOf(BrokenLineException.class);
    assertThat(reader.next()).isNull();
  }

  @Test
  void next_valuesThatAreNone_areRefused() {
    for (String[] broken :
        new String[][] {
          {"b,", "item must have"},
          {"b,y\u0000z", "item must not contain the control character U+0000"},
          {"b,y\u2028z", "item must not contain the line separator U+2028"},
          {"b,y\u0007z", "item must not contain the control character U+0007"},
          {"b,y,good", "rating must be a number"},
          {"b,y,NaN", "rating must be a number"},
          {"b,y,1e39", "rating must be a number"},
          {"b,y,0x1p3", "rating must be a number"},
          {"b,y,1,then", "time must be a number"},
          {"b,y,1,1e300", "time must be a number"},
          {"b,y,1,-62135596801000", "time must be a number"},
          {"b,y,1,1700000000,3", "found 5"},
        }) {
      InteractionReader reader = of("user,item,rating,time\n" + broken[0] + "\n");
      BrokenLineException e = catchThrowableOfType(BrokenLineException.class, () -> all(reader));
      assertThat(e).as(broken[0]).hasMessageContaining(broken[1]);
      assertThat(e.line()).isEqualTo(2);
    }
  }

  @Test
  void next_wordsThatMayBeIds_areData() throws IOException {
    assertThat(all(of("ann,time\nbob,score\n"))).hasSize(2);
    assertThat(all(of("ann,film\nbob,17\n"))).hasSize(2);
    assertThat(all(of("ann7,film\n7,17\n"))).hasSize(2);
    assertThat(all(of("\"a;b\",i1\nc;d,i2\n"))).hasSize(2);
  }
}
