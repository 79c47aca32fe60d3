package io.privirec.secagg;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.crypto.encoding.CanonicalWriter;
import io.privirec.crypto.encoding.MalformedEncodingException;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.signature.PublicIdentityKey;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;

/// The canonical bytes of a [RoundRecord], in the order of its components.
final class RoundRecordCodec {
  /// 0x20 was the record without a kind.
  static final int TYPE = 0x22;

  private static final int CLOSED = 1;
  private static final int TOLERANT = 2;
  private static final int PER_PARTICIPANT = 1;
  private static final int EVERY_SUBSET_SUM = 2;
  private static final int CIPHERTEXTS = 3;

  private RoundRecordCodec() {}

  static byte[] encode(RoundRecord record) {
    CanonicalWriter out =
        CanonicalWriter.ofType(TYPE)
            .fixed(record.id().bytes())
            .text(record.sessionId())
            .u31(record.roundIndex())
            .u31(record.attempt())
            .u16(record.cohort().size());
    for (CohortMember member : record.cohort()) {
      out.text(member.id().value()).fixed(member.identityKey().bytes());
    }
    write(out, record.kind());
    out.u8(record.keyAgreement().wireCode());
    VectorSpec vector = record.vector();
    out.text(vector.name())
        .i64(vector.length())
        .u31(vector.chunkLength())
        .u8(vector.ring().bits())
        .u8(vector.scaleBits())
        .u8(
            switch (vector.capacity()) {
              case Capacity.PerParticipant _ -> PER_PARTICIPANT;
              case Capacity.EverySubsetSum _ -> EVERY_SUBSET_SUM;
              case Capacity.Ciphertexts _ -> CIPHERTEXTS;
            })
        .f64(vector.capacity().bound());
    return out.fixed(record.catalogue().bytes())
        .fixed(record.parameters().bytes())
        .fixed(record.broadcast().bytes())
        .toByteArray();
  }

  static RoundRecord read(CanonicalReader in) throws GeneralSecurityException {
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
    VectorSpec vector =
        new VectorSpec(in.text(), in.i64(), in.u31(), new Ring(in.u8()), in.u8(), readCapacity(in));
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

  private static Capacity readCapacity(CanonicalReader in) throws MalformedEncodingException {
    int kind = in.u8();
    return switch (kind) {
      case PER_PARTICIPANT -> new Capacity.PerParticipant(in.f64());
      case EVERY_SUBSET_SUM -> new Capacity.EverySubsetSum(in.f64());
      case CIPHERTEXTS -> {
        Capacity capacity = new Capacity.Ciphertexts();
        if (in.f64() != capacity.bound()) {
          throw new MalformedEncodingException("ciphertexts have another bound than 1");
        }
        yield capacity;
      }
      default -> throw new MalformedEncodingException("unknown capacity kind " + kind);
    };
  }

  private static Digest readDigest(CanonicalReader in) throws MalformedEncodingException {
    return Digest.fromBytes(in.fixed(Digest.SIZE_BYTES));
  }
}
