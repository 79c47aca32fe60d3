package io.privirec.client;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/// Valid texts, changed at random: characters, words and lines, and now and then bytes.
public final class TextMutator {
  private static final List<String> ODD =
      List.of(
          "",
          "0",
          "-1",
          "2147483648",
          "9".repeat(30),
          "1.5",
          "1e999",
          "NaN",
          "\n",
          "\r\n",
          "\n\n",
          ",",
          " ",
          "\"",
          "\"\"",
          "\u0000",
          "\uFEFF",
          "\u00e9",
          "{",
          "}",
          "[",
          "]",
          "[".repeat(2000),
          "{}",
          "[]",
          "[null]",
          "\\u0000",
          "\\ud800",
          "\\",
          ":",
          "null",
          "true",
          "\"id\"",
          "\"algorithm\"",
          "x".repeat(20_000));

  private final Random random;
  private final List<String> valid;

  public TextMutator(long seed, List<String> valid) {
    this.random = new Random(seed);
    this.valid = valid;
  }

  public byte[] next() {
    String text = valid.get(random.nextInt(valid.size()));
    for (int i = random.nextInt(4); i >= 0 && !text.isEmpty(); i--) {
      text = changed(text);
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (random.nextInt(8) == 0 && bytes.length > 0) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }
    return bytes;
  }

  private String changed(String text) {
    int at = random.nextInt(text.length());
    int to = Math.min(text.length(), at + random.nextInt(12));
    String odd = ODD.get(random.nextInt(ODD.size()));
    return switch (random.nextInt(6)) {
      case 0 -> text.substring(0, at) + odd + text.substring(at);
      case 1 -> text.substring(0, at) + odd + text.substring(to);
      case 2 -> text.substring(0, at) + text.substring(to);
      case 3 -> text.substring(0, to) + text.substring(at);
      case 4 -> withAnotherValue(text, at, odd);
      default -> text.substring(0, at) + (char) random.nextInt(0x3000) + text.substring(to);
    };
  }

  /// In the place of what lies between the next colon and the comma or bracket after it.
  private static String withAnotherValue(String text, int at, String odd) {
    int from = text.indexOf(':', at) + 1;
    int to = from;
    while (to < text.length() && ",}]\n".indexOf(text.charAt(to)) < 0) {
      to++;
    }
    return text.substring(0, from) + odd + text.substring(to);
  }
}
