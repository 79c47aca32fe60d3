package io.privirec.secagg.interop;

import io.privirec.crypto.Hex;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/// The random bytes of one participant, draw by draw: taken from a source and noted, or given out
/// again as they were noted.
final class Draws extends SecureRandom {
  private static final long serialVersionUID = 1L;

  private final transient SecureRandom source;
  private final transient List<String> noted = new ArrayList<>();

  private Draws(SecureRandom source) {
    this.source = source;
  }

  static Draws from(SecureRandom source) {
    return new Draws(source);
  }

  /// Gives out these and no others.
  static Draws of(List<String> given) {
    return new Draws(new Given(given));
  }

  List<String> noted() {
    return noted;
  }

  @Override
  public void nextBytes(byte[] bytes) {
    source.nextBytes(bytes);
    noted.add(Hex.of(bytes));
  }

  private static final class Given extends SecureRandom {
    private static final long serialVersionUID = 1L;

    private final transient List<String> given;
    private int next;

    Given(List<String> given) {
      this.given = given;
    }

    @Override
    public void nextBytes(byte[] bytes) {
      byte[] draw = Hex.bytes(given.get(next++));
      if (draw.length != bytes.length) {
        throw new IllegalStateException("draw " + next + " has another length");
      }
      System.arraycopy(draw, 0, bytes, 0, bytes.length);
    }
  }
}
