package io.privirec.filter.data;

import io.privirec.filter.matrix.InteractionMatrix;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// SHA-256 over a canonical serialisation of train and test, independent of file format, line order
/// and compression.
///
/// Bytes: `privirec-dataset-v1\n` in ASCII; then for train and for test, as 32-bit little-endian
/// integers: number of users, number of items, and for each user in index order the number of its
/// items followed by their indices, ascending. Identifiers are not part of it.
final class DatasetFingerprint {
  private DatasetFingerprint() {}

  static String of(InteractionMatrix train, InteractionMatrix test) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      sha256.update("privirec-dataset-v1\n".getBytes(StandardCharsets.US_ASCII));
      update(sha256, train);
      update(sha256, test);
      return HexFormat.of().formatHex(sha256.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static void update(MessageDigest sha256, InteractionMatrix matrix) {
    update(sha256, new int[] {matrix.users(), matrix.items()});
    for (int user = 0; user < matrix.users(); user++) {
      int[] row = matrix.row(user);
      update(sha256, new int[] {row.length});
      update(sha256, row);
    }
  }

  private static void update(MessageDigest sha256, int[] values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(values);
    sha256.update(bytes);
  }
}
