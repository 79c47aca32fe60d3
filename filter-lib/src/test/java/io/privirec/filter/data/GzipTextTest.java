package io.privirec.filter.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class GzipTextTest {
  private static final byte[] ROWS =
      "u,i\n".repeat(GzipText.FREE_BYTES / 4).getBytes(StandardCharsets.US_ASCII);

  @Test
  void equalRows_beyondTheFreeBytes_areRejectedAfterAFewOfThem() throws IOException {
    ByteArrayOutputStream bomb = new ByteArrayOutputStream();
    byte[] packed = gzip(ROWS);
    for (int n = 0; n < 160; n++) {
      bomb.write(packed);
    }
    InteractionReader reader = new InteractionReader(new ByteArrayInputStream(bomb.toByteArray()));

    assertThatThrownBy(() -> readAll(reader))
        .isInstanceOf(TooMuchTextException.class)
        .hasMessageStartingWith("gzip data unpacks to more than 50 times its size (")
        .hasMessageEndingWith("; send the text unpacked");
    assertThat(reader.line()).isLessThan(2L * GzipText.FREE_BYTES / 4);
  }

  @Test
  void equalRows_upToTheFreeBytes_areRead() throws IOException {
    assertThat(readAll(new InteractionReader(new ByteArrayInputStream(gzip(ROWS)))))
        .isEqualTo(GzipText.FREE_BYTES / 4);
  }

  @Test
  void rows_ofManyUsersAndItems_areReadAtAnyLength() throws IOException {
    Random random = new Random(7);
    StringBuilder rows = new StringBuilder();
    int count = 200_000;
    for (int n = 0; n < count; n++) {
      rows.append("user-%06d,item-%05d,1,1700000000%n".formatted(n / 20, random.nextInt(20_000)));
    }
    byte[] text = rows.toString().getBytes(StandardCharsets.US_ASCII);
    byte[] packed = gzip(text);

    assertThat(text.length).isGreaterThan(5 * packed.length);
    assertThat(readAll(new InteractionReader(new ByteArrayInputStream(packed)))).isEqualTo(count);
  }

  @Test
  void text_beyondItsMost_isRejected() throws IOException {
    try (InputStream exact = GzipText.of(new ByteArrayInputStream(gzip(new byte[100])), 100)) {
      assertThat(exact.readAllBytes()).hasSize(100);
    }
    try (InputStream longer = GzipText.of(new ByteArrayInputStream(gzip(new byte[101])), 100)) {
      assertThatThrownBy(longer::readAllBytes)
          .isInstanceOf(TooMuchTextException.class)
          .hasMessage("gzip data unpacks to more than 100 bytes; split it");
    }
  }

  @Test
  void bytes_readOneByOne_areThoseOfTheText() throws IOException {
    try (InputStream text = GzipText.of(new ByteArrayInputStream(gzip(new byte[] {1, -1})), 2)) {
      assertThat(text.read()).isEqualTo(1);
      assertThat(text.read()).isEqualTo(255);
      assertThat(text.read()).isEqualTo(-1);
    }
  }

  private static int readAll(InteractionReader reader) throws IOException {
    int count = 0;
    while (reader.next() != null) {
      count++;
    }
    return count;
  }

  private static byte[] gzip(byte[] text) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(text);
    }
    return packed.toByteArray();
  }
}
