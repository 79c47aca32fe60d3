package io.privirec.client.interactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvRowTest {
  @Test
  void row_withAndWithoutRating_isRead() throws BrokenLineException {
    assertThat(CsvRow.parse("ann,i1")).isEqualTo(new CsvRow("ann", "i1"));
    assertThat(CsvRow.parse("ann,i1,4.5")).isEqualTo(new CsvRow("ann", "i1"));
    assertThat(CsvRow.parse(" ann ,i1,-1e3")).isEqualTo(new CsvRow(" ann ", "i1"));
  }

  @Test
  void row_quoted_isRead() throws BrokenLineException {
    assertThat(CsvRow.parse("\"a,\"\"n\"\"\",\"i1\",\"2\"")).isEqualTo(new CsvRow("a,\"n\"", "i1"));
  }

  @Test
  void row_broken_saysWhy() {
    assertBroken("ann", "found 1 fields");
    assertBroken("ann,i1,1,x", "found 4 fields");
    assertBroken(",i1", "user must have");
    assertBroken("ann,", "item must have");
    assertBroken("a".repeat(257) + ",i1", "user must have");
    assertBroken("a\0b,i1", "U+0000");
    assertBroken("ann,i1,five", "rating must be a number");
    assertBroken("ann,i1,NaN", "rating must be finite");
    assertBroken("\"ann,i1", "not closed");
    assertBroken("\"ann\"x,i1", "after a closing quote");
  }

  private static void assertBroken(String line, String why) {
    assertThatThrownBy(() -> CsvRow.parse(line))
        .isInstanceOf(BrokenLineException.class)
        .hasMessageContaining(why);
  }

  @Test
  void lines_ofAnyEnding_areCountedFromOne() throws Exception {
    assertThat(lines("\uFEFFa\r\n\nb")).containsExactly("1:a", "2:", "3:b");
    assertThat(lines("a\n")).containsExactly("1:a");
    assertThat(lines("")).isEmpty();
  }

  @Test
  void line_tooLong_isBrokenAndTheNextIsRead() throws Exception {
    CsvLines lines = of("x".repeat(CsvLines.MAX_LINE_BYTES + 1) + "\nb\n");

    assertThatThrownBy(lines::next).isInstanceOf(BrokenLineException.class);
    assertThat(lines.next()).isEqualTo("b");
    assertThat(lines.number()).isEqualTo(2);
  }

  private static List<String> lines(String text) throws Exception {
    CsvLines lines = of(text);
    List<String> read = new ArrayList<>();
    for (String line = lines.next(); line != null; line = lines.next()) {
      read.add(lines.number() + ":" + line);
    }
    return read;
  }

  private static CsvLines of(String text) {
    return new CsvLines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }
}
