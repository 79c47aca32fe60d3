package io.privirec.session;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import java.nio.charset.StandardCharsets;

/// What every signed round record binds of its session, beside what it states itself: the algorithm
/// with its parameters, and what happens at a loss. Participants that were shown different sessions
/// under one name do not get through a round together.
public final class SessionDigest {
  private static final String TAG = "privirec/v1/session-terms\0";

  private SessionDigest() {}

  /// SHA-256 over a tag, the algorithm's digest and the policy's name.
  public static Digest of(Algorithm algorithm, OnLoss onLoss) {
    byte[] tag = TAG.getBytes(StandardCharsets.US_ASCII);
    byte[] policy = onLoss.label().getBytes(StandardCharsets.US_ASCII);
    byte[] parameters = algorithm.digest().bytes();
    byte[] all = new byte[tag.length + parameters.length + policy.length];
    System.arraycopy(tag, 0, all, 0, tag.length);
    System.arraycopy(parameters, 0, all, tag.length, parameters.length);
    System.arraycopy(policy, 0, all, tag.length + parameters.length, policy.length);
    return Digest.of(all);
  }
}
