package io.privirec.secagg;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.CanonicalReader;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
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
/// @param keyAgreement how masks and share channels are agreed on
/// @param catalogue digest of the item catalogue
/// @param parameters digest of the session's parameters
/// @param broadcast digest of what the round hands to every contributor
public record RoundRecord(
    RoundId id,
    String sessionId,
    int roundIndex,
    int attempt,
    List<CohortMember> cohort,
    Thresholds thresholds,
    KeyAgreement keyAgreement,
    VectorSpec vector,
    Digest catalogue,
    Digest parameters,
    Digest broadcast) {
  private static final Pattern PRINTABLE = Pattern.compile("[\\x20-\\x7E]{1,64}");
  private static final byte[] CONTEXT_TAG =
      "secagg/v1/round-record\0".getBytes(StandardCharsets.US_ASCII);
  private static final int MAX_COUNT = 1 << 20;

  /// Most attempts of one round. Each draws a graph afresh, and whoever may break off an attempt as
  /// often as it likes draws until the graph suits it: ten draws cost less than four of the forty
  /// bits.
  public static final int MAX_ATTEMPTS = 10;

  public RoundRecord {
    requirePrintable("session id", sessionId);
    if (roundIndex < 0 || roundIndex > MAX_COUNT || attempt < 1 || attempt > MAX_ATTEMPTS) {
      throw new IllegalArgumentException(
          "round index must be in [0, %d] and attempt in [1, %d]. Provided values: %d, %d"
              .formatted(MAX_COUNT, MAX_ATTEMPTS, roundIndex, attempt));
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

  /// What the coordinator is assumed to do.
  public ThreatModel threatModel() {
    return thresholds.threatModel();
  }

  /// The phases of this round, in order.
  public List<Phase> phases() {
    return Arrays.stream(Phase.values()).filter(this::has).toList();
  }

  /// Whether the round has a phase.
  public boolean has(Phase phase) {
    return switch (phase) {
      case REVEAL_SEED -> !thresholds.isComplete();
      case CONSISTENCY_CHECK -> threatModel() == ThreatModel.SEMI_MALICIOUS;
      case ADVERTISE_KEYS, SHARE_KEYS, MASKED_INPUT, UNMASK -> true;
    };
  }

  /// The position of a participant in the cohort, from 1: its vertex in the sharing graph, and 0 if
  /// it is not a member.
  public int indexOf(ParticipantId participant) {
    int low = 0;
    int high = cohort.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = cohort.get(middle).id().compareTo(participant);
      if (order == 0) {
        return middle + 1;
      } else if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
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
