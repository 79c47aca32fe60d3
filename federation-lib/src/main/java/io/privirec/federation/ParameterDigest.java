package io.privirec.federation;

import io.privirec.crypto.digest.Digest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/// SHA-256 over an algorithm's name and parameters as text: numbers in decimal and names of
/// choices, a line each; fractions as the bits of a double.
public final class ParameterDigest {
  private ParameterDigest() {}

  /// The digest of these lines, each ended by a line feed.
  public static Digest of(List<Object> lines) {
    String text = lines.stream().map(line -> line + "\n").collect(Collectors.joining());
    return Digest.of(text.getBytes(StandardCharsets.US_ASCII));
  }
}
