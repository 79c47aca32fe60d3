package io.privirec.federation;

import io.privirec.crypto.digest.Digest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// What every signed round record binds of its session, beside what it states itself: the algorithm
/// with its parameters, how far its cohort may shrink, and which snapshots it is over. Participants
/// that were shown different sessions under one name do not get through a round together.
public final class SessionDigest {
  private static final String TAG = "privirec/v3/session-terms\0";
  private static final String TAG_WITHOUT_NOISE = "privirec/v4/session-terms\0noise none\0";

  private SessionDigest() {}

  /// SHA-256 over a tag, the algorithm's digest, the number of participants in four bytes, the time
  /// in milliseconds since 1970 in eight bytes, both big endian, and the policy's name. The tag of
  /// a session whose sums over data carry no noise says so: a participant that expects noise
  /// computes another digest, and so does a service of an earlier version.
  ///
  /// @param minParticipants that the cohort may shrink to by whole cells; its size where it may not
  /// @param dataAsOf names the snapshots that the session is over, in whole milliseconds
  public static Digest of(
      Algorithm algorithm, OnMissing onMissing, int minParticipants, Instant dataAsOf) {
    if (!dataAsOf.equals(dataAsOf.truncatedTo(ChronoUnit.MILLIS))) {
      throw new IllegalArgumentException(
          "dataAsOf must be in whole milliseconds. Provided value: " + dataAsOf);
    }
    byte[] tag =
        (algorithm.disclosure() instanceof Disclosure.ExactSums ? TAG_WITHOUT_NOISE : TAG)
            .getBytes(StandardCharsets.US_ASCII);
    byte[] policy = onMissing.label().getBytes(StandardCharsets.US_ASCII);
    byte[] parameters = algorithm.digest().bytes();
    byte[] all =
        ByteBuffer.allocate(
                tag.length + parameters.length + Integer.BYTES + Long.BYTES + policy.length)
            .put(tag)
            .put(parameters)
            .putInt(minParticipants)
            .putLong(dataAsOf.toEpochMilli())
            .put(policy)
            .array();
    return Digest.of(all);
  }
}
