package io.privirec.recommender.experiment;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.privirec.crypto.digest.Digest;
import io.privirec.wire.ExperimentArm;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;

/// A split of subjects over arms by a hash: nothing of a subject is kept, and yet the same subject
/// always belongs to the same arm, in every process and after every restart.
///
/// The first 8 bytes of SHA-256 over salt, a zero byte and subject, in UTF-8, are a number h, big
/// endian and unsigned. With W the sum of the weights, the subject is at ⌊h · W / 2^64⌋, and
/// belongs to the first arm whose weight and those before it sum to more.
///
/// @param arms at least one; their order matters
public record Experiment(String name, String salt, List<ExperimentArm> arms, Instant createdAt) {
  public Experiment {
    arms = List.copyOf(arms);
    if (arms.isEmpty() || arms.stream().anyMatch(arm -> arm.weight() < 1)) {
      throw new IllegalArgumentException("arms must be at least one, with weights of at least 1");
    }
  }

  /// The arm of a subject.
  public ExperimentArm armOf(String subject) {
    long total = arms.stream().mapToLong(ExperimentArm::weight).sum();
    long left = Math.unsignedMultiplyHigh(hash(subject), total);
    for (ExperimentArm arm : arms) {
      left -= arm.weight();
      if (left < 0) {
        return arm;
      }
    }
    throw new IllegalStateException("a subject is beyond all arms");
  }

  private long hash(String subject) {
    byte[] zero = new byte[1];
    Digest digest = Digest.of(salt.getBytes(UTF_8), zero, subject.getBytes(UTF_8));
    return ByteBuffer.wrap(digest.bytes()).getLong();
  }
}
