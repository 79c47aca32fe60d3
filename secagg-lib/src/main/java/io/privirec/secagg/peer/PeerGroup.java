package io.privirec.secagg.peer;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Who computes together, and what for.
///
/// @param context binds every message and key to the terms of the round, but not to an attempt:
///   peers that have begun go on in the next attempt
/// @param agreement that every pair of members uses. The context binds it, so that members with
///   different agreements do not hear each other
/// @param members with the keys that they sign with
public record PeerGroup(
    Digest context, KeyAgreement agreement, SortedMap<ParticipantId, PublicIdentityKey> members) {
  private static final byte[] LABEL = "secagg/v1/peer-group\0".getBytes(StandardCharsets.US_ASCII);

  public PeerGroup {
    members = Collections.unmodifiableSortedMap(new TreeMap<>(members));
    if (members.size() < 2) {
      throw new IllegalArgumentException(
          "a group has at least 2 members. Provided value: " + members.size());
    }
  }

  /// The cohort of a round. Two records have the same group where they differ in nothing but the
  /// attempt.
  public static PeerGroup of(RoundRecord record) {
    TreeMap<ParticipantId, PublicIdentityKey> members = new TreeMap<>();
    for (CohortMember member : record.cohort()) {
      members.put(member.id(), member.identityKey());
    }
    return new PeerGroup(
        Digest.of(LABEL, record.ofAnyAttempt().encode()), record.keyAgreement(), members);
  }

  /// The key of a member; empty for anybody else.
  Optional<PublicIdentityKey> key(ParticipantId id) {
    return Optional.ofNullable(members.get(id));
  }

  /// A member's place, from 1.
  int index(ParticipantId id) {
    return members.headMap(id).size() + 1;
  }
}
