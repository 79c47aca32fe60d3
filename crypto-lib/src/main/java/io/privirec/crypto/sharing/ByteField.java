package io.privirec.crypto.sharing;

import io.privirec.crypto.secret.SecretBytes;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/// Sharing over GF(2^8), every byte an element. The time depends on lengths and indices only, which
/// are public.
enum ByteField implements ShareField {
  INSTANCE;

  /// The elements other than 0.
  static final int MAX_SHARES = 255;

  @Override
  public SecretBytes randomSecret(int sizeBytes, SecureRandom random) {
    return SecretBytes.random(sizeBytes, random);
  }

  @Override
  public List<Share> split(SecretBytes secret, int threshold, int shares, SecureRandom random) {
    byte[][] coefficients = new byte[threshold][];
    coefficients[0] = secret.expose();
    for (int power = 1; power < threshold; power++) {
      coefficients[power] = new byte[secret.sizeBytes()];
      random.nextBytes(coefficients[power]);
    }
    List<Share> result = new ArrayList<>(shares);
    for (int index = 1; index <= shares; index++) {
      result.add(new Share(index, evaluate(coefficients, index)));
    }
    return result;
  }

  /// The inverse of each index's denominator is computed once, so that every further point costs a
  /// number of multiplications linear in the number of shares.
  @Override
  public Interpolation through(List<Share> basis) {
    int[] indices = basis.stream().mapToInt(Share::index).toArray();
    byte[][] values = basis.stream().map(share -> share.value().expose()).toArray(byte[][]::new);
    int[] inverses = new int[indices.length];
    for (int share = 0; share < indices.length; share++) {
      int denominator = 1;
      for (int other = 0; other < indices.length; other++) {
        if (other != share) {
          denominator = Gf256.multiply(denominator, Gf256.add(indices[share], indices[other]));
        }
      }
      inverses[share] = Gf256.inverse(denominator);
    }
    return x -> interpolate(indices, inverses, values, x);
  }

  @Override
  public boolean holds(SecretBytes value) {
    return true;
  }

  @Override
  public SortedSet<Integer> wrongAmong(List<Share> shares, int threshold)
      throws GeneralSecurityException {
    SortedMap<Integer, List<Integer>> elements = new TreeMap<>();
    for (Share share : shares) {
      List<Integer> values = new ArrayList<>();
      for (byte value : share.value().expose()) {
        values.add(value & 0xFF);
      }
      elements.put(share.index(), values);
    }
    return new WrongShares<>(Arithmetic.ofBytes(), threshold).among(elements);
  }

  private static SecretBytes evaluate(byte[][] coefficients, int x) {
    byte[] values = new byte[coefficients[0].length];
    for (int power = coefficients.length - 1; power >= 0; power--) {
      for (int i = 0; i < values.length; i++) {
        int raised = Gf256.multiply(values[i] & 0xFF, x);
        values[i] = (byte) Gf256.add(raised, coefficients[power][i] & 0xFF);
      }
    }
    return SecretBytes.copyOf(values);
  }

  private static SecretBytes interpolate(int[] indices, int[] inverses, byte[][] values, int x) {
    // after[i]: the product of x − x_j over all j > i.
    int[] after = new int[indices.length];
    int product = 1;
    for (int share = indices.length - 1; share >= 0; share--) {
      after[share] = product;
      product = Gf256.multiply(product, Gf256.add(x, indices[share]));
    }
    int before = 1;
    byte[] sum = new byte[values[0].length];
    for (int share = 0; share < indices.length; share++) {
      int weight = Gf256.multiply(Gf256.multiply(before, after[share]), inverses[share]);
      for (int i = 0; i < sum.length; i++) {
        sum[i] ^= (byte) Gf256.multiply(values[share][i] & 0xFF, weight);
      }
      before = Gf256.multiply(before, Gf256.add(x, indices[share]));
    }
    return SecretBytes.copyOf(sum);
  }
}
