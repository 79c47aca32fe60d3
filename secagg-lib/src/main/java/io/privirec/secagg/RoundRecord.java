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
/// A record that exists is sound: cohort sorted, ids and keys distinct, counts those of its cohort,
/// and a sum of honest contributions proven to fit the ring.
///
/// @param id fresh for every attempt
/// @param sessionId the session that the round belongs to, 1 to 64 printable ASCII characters
/// @param roundIndex position in the session, from 0
/// @param attempt from 1; a retry has a new id and new keys
/// @param cohort ascending by id
/// @param kind the rules of the round
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
    RoundKind kind,
    KeyAgreement keyAgreement,
    VectorSpec vector,
    Digest catalogue,
    Digest parameters,
    Digest broadcast) {
  private static final Pattern PRINTABLE = Pattern.compile("[\\x20-\\x7E]{1,64}");
  private static final byte[] CONTEXT_TAG =
      "secagg/v2/round-record\0".getBytes(StandardCharsets.US_ASCII);
  private static final int MAX_COUNT = 1 << 20;
  private static final RoundId ANY_ATTEMPT = RoundId.parse("00".repeat(RoundId.SIZE_BYTES));

  /// Most attempts of one round. Each draws a graph afresh, and whoever may break off an attempt as
  /// often as it likes draws until the graph suits it: ten draws cost less than four of the forty
  /// bits.
  public static final int MAX_ATTEMPTS = 10;

  public RoundRecord {
    requirePrintable("session id", sessionId);
    if (roundIndex < 0 || roundIndex > MAX_COUNT || attempt < 1 || attempt > MAX_ATTEMPTS) {
      throw new IllegalArgumentException(
          "round index must be in [0, %s] and attempt in [1, %s]. Provided values: %s, %s"
              .formatted(MAX_COUNT, MAX_ATTEMPTS, roundIndex, attempt));
    }
    cohort = List.copyOf(cohort);
    if (cohort.size() < Thresholds.MIN_COHORT || cohort.size() > Thresholds.MAX_COHORT) {
      throw new IllegalArgumentException(
          "cohort must be in [%s, %s]. Provided value: %s"
              .formatted(Thresholds.MIN_COHORT, Thresholds.MAX_COHORT, cohort.size()));
    }
    if (kind instanceof RoundKind.Tolerant(Thresholds counts) && cohort.size() != counts.cohort()) {
      throw new IllegalArgumentException(
          "thresholds are for %s participants, the cohort has %s"
              .formatted(counts.cohort(), cohort.size()));
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
    return kind.threatModel();
  }

  /// Whether everybody's input is in the sum, or nobody's.
  public boolean isClosed() {
    return kind instanceof RoundKind.Closed;
  }

  /// The counts of a tolerant round.
  ///
  /// @throws IllegalStateException if the round is closed
  public Thresholds thresholds() {
    return switch (kind) {
      case RoundKind.Tolerant(Thresholds thresholds) -> thresholds;
      case RoundKind.Closed _ ->
          throw new IllegalStateException("a closed round bears no losses and has no thresholds");
    };
  }

  /// Returns the record that all attempts of this round over the same cohort have in common: with
  /// an id of zeros and the first attempt's number.
  public RoundRecord ofAnyAttempt() {
    return new RoundRecord(
        ANY_ATTEMPT,
        sessionId,
        roundIndex,
        1,
        cohort,
        kind,
        keyAgreement,
        vector,
        catalogue,
        parameters,
        broadcast);
  }

  /// Whether everyone is everyone's neighbour.
  public boolean isComplete() {
    return cohort.size() <= Thresholds.MAX_COMPLETE;
  }

  /// Participants that each one masks with, itself not counted.
  public int neighbours() {
    return switch (kind) {
      case RoundKind.Tolerant(Thresholds thresholds) -> thresholds.neighbours();
      case RoundKind.Closed _ ->
          isComplete() ? cohort.size() - 1 : ParameterSolver.connected(cohort.size());
    };
  }

  /// The phases of this round, in order.
  public List<Phase> phases() {
    return Arrays.stream(Phase.values()).filter(this::has).toList();
  }

  /// Whether the round has a phase.
  public boolean has(Phase phase) {
    return switch (phase) {
      case ADVERTISE_KEYS, MASKED_INPUT -> true;
      case REVEAL_SEED -> !isComplete();
      case ENCAPSULATE_KEYS -> isClosed() && keyAgreement.encapsulationBytes() > 0;
      case SHARE_KEYS, UNMASK -> !isClosed();
      case CONSISTENCY_CHECK -> !isClosed() && threatModel() == ThreatModel.SEMI_MALICIOUS;
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
