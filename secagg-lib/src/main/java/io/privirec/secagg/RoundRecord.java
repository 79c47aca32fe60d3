package io.privirec.secagg;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.crypto.encoding.CanonicalWriter;
import io.privirec.crypto.encoding.MalformedEncodingException;
import io.privirec.crypto.signature.PublicIdentityKey;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

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
  /// 0x20 was the record without a kind.
  private static final int TYPE = 0x22;

  private static final int CLOSED = 1;
  private static final int TOLERANT = 2;
  private static final byte[] CONTEXT_TAG =
      "secagg/v2/round-record\0".getBytes(StandardCharsets.US_ASCII);
  private static final int MAX_COUNT = 1 << 20;
  private static final RoundId ANY_ATTEMPT = RoundId.parse("00".repeat(RoundId.SIZE_BYTES));

  /// Most attempts of one round. Each draws a graph afresh, and whoever may break off an attempt as
  /// often as it likes draws until the graph suits it: ten draws cost less than four of the forty
  /// bits.
  public static final int MAX_ATTEMPTS = 10;

  public RoundRecord {
    VectorSpec.requirePrintable("session id", sessionId);
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
    CanonicalWriter out =
        CanonicalWriter.ofType(TYPE)
            .fixed(id.bytes())
            .text(sessionId)
            .u31(roundIndex)
            .u31(attempt)
            .u16(cohort.size());
    for (CohortMember member : cohort) {
      out.text(member.id().value()).fixed(member.identityKey().bytes());
    }
    write(out, kind);
    out.u8(keyAgreement.wireCode());
    vector.write(out);
    return out.fixed(catalogue.bytes())
        .fixed(parameters.bytes())
        .fixed(broadcast.bytes())
        .toByteArray();
  }

  public static RoundRecord decode(byte[] encoded) throws GeneralSecurityException {
    return CanonicalReader.decode(encoded, TYPE, RoundRecord::read);
  }

  private static RoundRecord read(CanonicalReader in) throws GeneralSecurityException {
    RoundId id = RoundId.fromBytes(in.fixed(RoundId.SIZE_BYTES));
    String sessionId = in.text();
    int roundIndex = in.u31();
    int attempt = in.u31();
    int size = in.u16();
    List<CohortMember> cohort = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      cohort.add(
          new CohortMember(
              new ParticipantId(in.text()),
              PublicIdentityKey.fromBytes(in.fixed(PublicIdentityKey.SIZE_BYTES))));
    }
    RoundKind kind = readKind(in, size);
    KeyAgreement keyAgreement = KeyAgreement.ofWireCode(in.u8());
    VectorSpec vector = VectorSpec.read(in);
    return new RoundRecord(
        id,
        sessionId,
        roundIndex,
        attempt,
        cohort,
        kind,
        keyAgreement,
        vector,
        readDigest(in),
        readDigest(in),
        readDigest(in));
  }

  private static void write(CanonicalWriter out, RoundKind kind) {
    switch (kind) {
      case RoundKind.Closed(RosterReference roster, List<Integer> cells) -> {
        out.u8(CLOSED).u31(roster.version()).fixed(roster.digest().bytes()).u16(cells.size());
        cells.forEach(out::u31);
      }
      case RoundKind.Tolerant(Thresholds thresholds) ->
          out.u8(TOLERANT)
              .u8(thresholds.threatModel().wireCode())
              .u16(thresholds.corrupt())
              .u16(thresholds.drops())
              .u16(thresholds.neighbours())
              .u16(thresholds.threshold())
              .u16(thresholds.minSurvivors());
    }
  }

  private static RoundKind readKind(CanonicalReader in, int cohort)
      throws MalformedEncodingException {
    int kind = in.u8();
    return switch (kind) {
      case CLOSED -> {
        RosterReference roster = new RosterReference(in.u31(), readDigest(in));
        int count = in.u16();
        List<Integer> cells = new ArrayList<>();
        for (int i = 0; i < count; i++) {
          cells.add(in.u31());
        }
        yield new RoundKind.Closed(roster, cells);
      }
      case TOLERANT ->
          new RoundKind.Tolerant(
              new Thresholds(
                  ThreatModel.ofWireCode(in.u8()),
                  cohort,
                  in.u16(),
                  in.u16(),
                  in.u16(),
                  in.u16(),
                  in.u16()));
      default -> throw new MalformedEncodingException("unknown kind of round " + kind);
    };
  }

  private static Digest readDigest(CanonicalReader in) throws MalformedEncodingException {
    return Digest.fromBytes(in.fixed(Digest.SIZE_BYTES));
  }
}
