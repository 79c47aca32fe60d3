package io.privirec.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The yardstick for masks: AES-128-CTR of the machine's OpenSSL on one core, by processor time.
final class OpenSsl {
  private static final List<String> COMMAND =
      List.of("openssl", "speed", "-mr", "-seconds", "3", "-bytes", "16384", "-evp", "aes-128-ctr");

  private OpenSsl() {}

  /// Its throughput; NaN where there is no `openssl`, or one that does not know the options.
  static double gigabytesPerSecond() throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(COMMAND).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
      // As in "+F:22:AES-128-CTR:4500000000.00", bytes per second.
      return out.lines()
          .filter(line -> line.startsWith("+F:"))
          .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(':') + 1)) / 1e9)
          .findFirst()
          .orElse(Double.NaN);
    } catch (IOException e) {
      return Double.NaN;
    }
  }
}
