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
  static final int TYPE = 0x20;
  private static final int PER_PARTICIPANT = 1;
  private static final int EVERY_SUBSET_SUM = 2;

  private RoundRecordCodec() {}

  static byte[] encode(RoundRecord record) {
    CanonicalWriter out =
        CanonicalWriter.ofType(TYPE)
            .fixed(record.id().bytes())
            .text(record.sessionId())
            .u31(record.roundIndex())
            .u31(record.attempt())
            .u8(record.threatModel().wireCode())
            .u16(record.cohort().size());
    for (CohortMember member : record.cohort()) {
      out.text(member.id().value()).fixed(member.identityKey().bytes());
    }
    Thresholds thresholds = record.thresholds();
    out.u16(thresholds.corrupt())
        .u16(thresholds.drops())
        .u16(thresholds.neighbours())
        .u16(thresholds.threshold())
        .u16(thresholds.minSurvivors())
        .u8(record.keyAgreement().wireCode());
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
    ThreatModel threatModel = ThreatModel.ofWireCode(in.u8());
    int size = in.u16();
    List<CohortMember> cohort = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      cohort.add(
          new CohortMember(
              new ParticipantId(in.text()),
              PublicIdentityKey.fromBytes(in.fixed(PublicIdentityKey.SIZE_BYTES))));
    }
    Thresholds thresholds =
        new Thresholds(threatModel, size, in.u16(), in.u16(), in.u16(), in.u16(), in.u16());
    KeyAgreement keyAgreement = KeyAgreement.ofWireCode(in.u8());
    VectorSpec vector =
        new VectorSpec(in.text(), in.i64(), in.u31(), new Ring(in.u8()), in.u8(), readCapacity(in));
    return new RoundRecord(
        id,
        sessionId,
        roundIndex,
        attempt,
        cohort,
        thresholds,
        keyAgreement,
        vector,
        readDigest(in),
        readDigest(in),
        readDigest(in));
  }

  private static Capacity readCapacity(CanonicalReader in) throws MalformedEncodingException {
    int kind = in.u8();
    return switch (kind) {
      case PER_PARTICIPANT -> new Capacity.PerParticipant(in.f64());
      case EVERY_SUBSET_SUM -> new Capacity.EverySubsetSum(in.f64());
      default -> throw new MalformedEncodingException("unknown capacity kind " + kind);
    };
  }

  private static Digest readDigest(CanonicalReader in) throws MalformedEncodingException {
    return Digest.fromBytes(in.fixed(Digest.SIZE_BYTES));
  }
}
