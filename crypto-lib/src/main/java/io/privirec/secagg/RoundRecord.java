package io.privirec.secagg;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.CanonicalReader;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.regex.Pattern;

/// The terms of one round, fixed before it starts. Everything a participant computes in the round
/// is bound to the [#context()], so that two participants with different terms cannot end up in one
/// sum.
///
/// A record that exists is sound: cohort sorted, ids and keys distinct, thresholds those of its
/// cohort, and a sum of honest contributions proven to fit the ring.
///
/// @param id fresh for every attempt
/// @param sessionId the session that the round belongs to, 1 to 64 printable ASCII characters
/// @param roundIndex position in the session, from 0
/// @param attempt from 1; a retry has a new id and new keys
/// @param cohort ascending by id
/// @param catalogue digest of the item catalogue
/// @param parameters digest of the session's parameters
/// @param broadcast digest of what the round hands to every contributor
public record RoundRecord(
    RoundId id,
    String sessionId,
    int roundIndex,
    int attempt,
    ThreatModel threatModel,
    List<CohortMember> cohort,
    Thresholds thresholds,
    VectorSpec vector,
    Digest catalogue,
    Digest parameters,
    Digest broadcast) {
  private static final Pattern PRINTABLE = Pattern.compile("[\\x20-\\x7E]{1,64}");
  private static final byte[] CONTEXT_TAG =
      "secagg/v1/round-record\0".getBytes(StandardCharsets.US_ASCII);
  private static final int MAX_COUNT = 1 << 20;

  public RoundRecord {
    requirePrintable("session id", sessionId);
    if (roundIndex < 0 || roundIndex > MAX_COUNT || attempt < 1 || attempt > MAX_COUNT) {
      throw new IllegalArgumentException(
          "round index must be in [0, %d] and attempt in [1, %d]. Provided values: %d, %d"
              .formatted(MAX_COUNT, MAX_COUNT, roundIndex, attempt));
    }
    if (threatModel != ThreatModel.SEMI_HONEST) {
      throw new IllegalArgumentException(
          "threat model "
              + threatModel.label()
              + " needs the consistency check, which rounds do not run yet: use semi-honest");
    }
    cohort = List.copyOf(cohort);
    if (cohort.size() != thresholds.cohort()) {
      throw new IllegalArgumentException(
          "thresholds are for %d participants, the cohort has %d"
              .formatted(thresholds.cohort(), cohort.size()));
    }
    for (int i = 1; i < cohort.size(); i++) {
      if (cohort.get(i - 1).id().compareTo(cohort.get(i).id()) >= 0) {
        throw new IllegalArgumentException("cohort must be sorted by id without repetition");
      }
    }
    if (cohort.stream().map(CohortMember::identityKey).distinct().count() != cohort.size()) {
      throw new IllegalArgumentException("two members of the cohort have one identity key");
    }
    vector.capacity().requireFits(vector.ring(), vector.scaleBits(), cohort.size());
  }

  /// The position of a participant in the cohort, from 1: its share index in this round, and 0 if
  /// it is not a member.
  public int indexOf(ParticipantId participant) {
    for (int i = 0; i < cohort.size(); i++) {
      if (cohort.get(i).id().equals(participant)) {
        return i + 1;
      }
    }
    return 0;
  }

  public boolean contains(ParticipantId participant) {
    return indexOf(participant) > 0;
  }

  /// The cohort's entry of a participant.
  ///
  /// @throws IllegalArgumentException if there is no such member
  public CohortMember member(ParticipantId participant) {
    int index = indexOf(participant);
    if (index == 0) {
      throw new IllegalArgumentException(participant + " is not in the cohort");
    }
    return cohort.get(index - 1);
  }

  /// The hash that binds key advertisements to this round.
  public Digest context() {
    return Digest.of(CONTEXT_TAG, encode());
  }

  public byte[] encode() {
    return RoundRecordCodec.encode(this);
  }

  public static RoundRecord decode(byte[] encoded) throws GeneralSecurityException {
    return CanonicalReader.decode(encoded, RoundRecordCodec.TYPE, RoundRecordCodec::read);
  }

  static void requirePrintable(String name, String value) {
    if (!PRINTABLE.matcher(value).matches()) {
      throw new IllegalArgumentException(name + " must be 1 to 64 printable ASCII characters");
    }
  }
}
