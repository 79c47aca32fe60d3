package io.privirec.secagg;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// The decoders for a coverage-guided fuzzer, which calls [#fuzzerTestOneInput]. The first byte of
/// an input chooses the decoder.
public final class DecoderFuzzTarget {
  private static final Decoders[] DECODERS = Decoders.values();

  private DecoderFuzzTarget() {}

  /// Fails with whatever is thrown beside a refusal, and where a value is not canonical.
  public static void fuzzerTestOneInput(byte[] input) {
    if (input.length == 0) {
      return;
    }
    byte[] encoded = Arrays.copyOfRange(input, 1, input.length);
    Decoders decoder = DECODERS[(input[0] & 0xFF) % DECODERS.length];
    byte[] encodedAgain;
    try {
      encodedAgain = decoder.decodeAndEncode(encoded);
    } catch (GeneralSecurityException _) {
      return;
    }
    if (!Arrays.equals(encoded, encodedAgain)) {
      throw new AssertionError(decoder + " took an encoding that is not canonical");
    }
  }

  /// Writes the valid encodings into a directory, as inputs.
  public static void main(String[] arguments) throws IOException {
    Path directory = Files.createDirectories(Path.of(arguments[0]));
    Map<Decoders, List<byte[]>> corpus = Decoders.corpus();
    for (int chosen = 0; chosen < DECODERS.length; chosen++) {
      List<byte[]> valid = corpus.get(DECODERS[chosen]);
      for (int i = 0; i < valid.size(); i++) {
        byte[] input = new byte[valid.get(i).length + 1];
        input[0] = (byte) chosen;
        System.arraycopy(valid.get(i), 0, input, 1, input.length - 1);
        Files.write(directory.resolve(DECODERS[chosen] + "-" + i), input);
      }
    }
  }
}
