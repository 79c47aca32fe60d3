package io.privirec.filter.lines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class Utf8LinesTest {
  private static Utf8Lines of(String text) {
    return new Utf8Lines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), 5);
  }

  private static List<String> all(String text) throws IOException {
    Utf8Lines lines = of(text);
    List<String> all = new ArrayList<>();
    for (String line = lines.next(); line != null; line = lines.next()) {
      all.add(line);
    }
    assertThat(lines.number()).isEqualTo(all.size() + 1L);
    return all;
  }

  @Test
  void next_lines_areTakenWithoutTheirEnds() throws IOException {
    assertThat(all("")).isEmpty();
    assertThat(all("\n")).containsExactly("");
    assertThat(all("ab\n\nçé")).containsExactly("ab", "", "çé");
    assertThat(all("12345\n12345")).containsExactly("12345", "12345");
  }

  @Test
  void next_lineOfTooManyBytes_isBroken() throws IOException {
    Utf8Lines lines = of("ok\n123456\n");
    assertThat(lines.next()).isEqualTo("ok");
    assertThatThrownBy(lines::next)
        .isInstanceOf(BrokenLineException.class)
        .hasMessage("is longer than 5 bytes");
    assertThat(lines.number()).isEqualTo(2);
    assertThatThrownBy(() -> of("çéà").next()).isInstanceOf(BrokenLineException.class);
  }

  @Test
  void next_bytesThatAreNoText_areBroken() {
    for (byte[] bytes :
        new byte[][] {{(byte) 0xFF}, {(byte) 0xC3}, {(byte) 0xED, (byte) 0xA0, 0}}) {
      assertThatThrownBy(() -> new Utf8Lines(new ByteArrayInputStream(bytes), 5).next())
          .isInstanceOf(BrokenLineException.class)
          .hasMessage("is not UTF-8");
    }
  }
}
