package io.privirec.secagg.participant;

import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.crypto.encoding.CanonicalWriter;
import io.privirec.crypto.encoding.MalformedEncodingException;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.EncryptedShares;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.MaskedInputCommitment;
import io.privirec.secagg.message.UnmaskAnswer;
import io.privirec.secagg.message.UnmaskRequest;
import io.privirec.secagg.participant.ParticipantState.Aborted;
import io.privirec.secagg.participant.ParticipantState.Advertised;
import io.privirec.secagg.participant.ParticipantState.Answered;
import io.privirec.secagg.participant.ParticipantState.Committed;
import io.privirec.secagg.participant.ParticipantState.Masking;
import io.privirec.secagg.participant.ParticipantState.Shared;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.SortedMap;
import java.util.TreeMap;

/// The bytes under which a participant keeps its state between steps. They hold secrets in clear:
/// whoever stores them encrypts them. Decoding gives back an equal state, with the identical
/// pending message.
public final class ParticipantStateCodec {
  private static final int TYPE = 0x40;
  private static final int ADVERTISED = 1;
  private static final int SHARED = 2;
  private static final int MASKING = 3;
  private static final int COMMITTED = 4;
  private static final int ANSWERED = 5;
  private static final int ABORTED = 6;
  private static final int SECRET_BYTES = 32;

  private ParticipantStateCodec() {}

  public static SecretBytes encode(ParticipantState state) {
    CanonicalWriter out = CanonicalWriter.ofType(TYPE);
    switch (state) {
      case Advertised s -> {
        header(out, ADVERTISED, s.record(), s.self());
        out.fixed(s.identity().seed().expose())
            .fixed(s.maskKeys().privateKey().expose())
            .fixed(s.channelKeys().privateKey().expose())
            .prefixed(s.advertisement().encode());
      }
      case Shared s -> {
        header(out, SHARED, s.record(), s.self());
        out.fixed(s.identity().seed().expose())
            .fixed(s.maskKeys().privateKey().expose())
            .fixed(s.channelKeys().privateKey().expose())
            .prefixed(s.keys().encode())
            .fixed(s.selfMaskSeed().expose())
            .fixed(s.ownShare().expose())
            .prefixed(s.shares().encode());
      }
      case Masking s -> {
        header(out, MASKING, s.record(), s.self());
        out.fixed(s.identity().seed().expose())
            .fixed(s.maskKeys().privateKey().expose())
            .prefixed(s.keys().encode())
            .fixed(s.selfMaskSeed().expose())
            .fixed(s.ownShare().expose())
            .fixed(s.delivered().bytes());
        writeHeld(out, s.held());
      }
      case Committed s -> {
        header(out, COMMITTED, s.record(), s.self());
        out.fixed(s.ownShare().expose()).fixed(s.delivered().bytes());
        writeHeld(out, s.held());
        out.prefixed(s.commitment().encode());
      }
      case Answered s -> {
        header(out, ANSWERED, s.record(), s.self());
        out.fixed(s.delivered().bytes())
            .fixed(s.committedRoot().bytes())
            .prefixed(s.request().encode())
            .prefixed(s.answer().encode());
      }
      case Aborted s ->
          out.u8(ABORTED)
              .text(s.reason().code())
              .prefixed(s.detail().getBytes(StandardCharsets.UTF_8));
    }
    return SecretBytes.copyOf(out.toByteArray());
  }

  public static ParticipantState decode(SecretBytes encoded) throws GeneralSecurityException {
    return CanonicalReader.decode(encoded.expose(), TYPE, ParticipantStateCodec::read);
  }

  private static ParticipantState read(CanonicalReader in) throws GeneralSecurityException {
    int kind = in.u8();
    if (kind == ABORTED) {
      return readAborted(in);
    }
    RoundRecord record = RoundRecord.decode(in.prefixed());
    ParticipantId self = new ParticipantId(in.text());
    if (!record.contains(self)) {
      throw new MalformedEncodingException("state is not one of a member of the cohort");
    }
    return switch (kind) {
      case ADVERTISED ->
          new Advertised(
              record,
              self,
              IdentityKeyPair.fromSeed(readSecret(in)),
              AgreementKeyPair.fromPrivateKey(readSecret(in)),
              AgreementKeyPair.fromPrivateKey(readSecret(in)),
              KeyAdvertisement.decode(in.prefixed()));
      case SHARED ->
          new Shared(
              record,
              self,
              IdentityKeyPair.fromSeed(readSecret(in)),
              AgreementKeyPair.fromPrivateKey(readSecret(in)),
              AgreementKeyPair.fromPrivateKey(readSecret(in)),
              AdvertisedKeys.decode(in.prefixed()),
              readSecret(in),
              readSecret(in),
              EncryptedShares.decode(in.prefixed()));
      case MASKING ->
          new Masking(
              record,
              self,
              IdentityKeyPair.fromSeed(readSecret(in)),
              AgreementKeyPair.fromPrivateKey(readSecret(in)),
              AdvertisedKeys.decode(in.prefixed()),
              readSecret(in),
              readSecret(in),
              readDigest(in),
              readHeld(in));
      case COMMITTED ->
          new Committed(
              record,
              self,
              readSecret(in),
              readDigest(in),
              readHeld(in),
              MaskedInputCommitment.decode(in.prefixed()));
      case ANSWERED ->
          new Answered(
              record,
              self,
              readDigest(in),
              readDigest(in),
              UnmaskRequest.decode(in.prefixed()),
              UnmaskAnswer.decode(in.prefixed()));
      default -> throw new MalformedEncodingException("unknown kind of state " + kind);
    };
  }

  private static Aborted readAborted(CanonicalReader in) throws MalformedEncodingException {
    String code = in.text();
    String detail = new String(in.prefixed(), StandardCharsets.UTF_8);
    for (AbortReason reason : AbortReason.values()) {
      if (reason.code().equals(code)) {
        return new Aborted(reason, detail);
      }
    }
    throw new MalformedEncodingException("unknown abort reason");
  }

  private static void header(
      CanonicalWriter out, int kind, RoundRecord record, ParticipantId self) {
    out.u8(kind).prefixed(record.encode()).text(self.value());
  }

  private static void writeHeld(CanonicalWriter out, SortedMap<ParticipantId, HeldShares> held) {
    out.u16(held.size());
    held.forEach((owner, pair) -> out.text(owner.value()).fixed(pair.joined().expose()));
  }

  private static SortedMap<ParticipantId, HeldShares> readHeld(CanonicalReader in)
      throws GeneralSecurityException {
    int count = in.u16();
    if (count > Thresholds.MAX_COHORT) {
      throw new MalformedEncodingException("too many shares");
    }
    SortedMap<ParticipantId, HeldShares> held = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      ParticipantId owner = new ParticipantId(in.text());
      if (!held.isEmpty() && held.lastKey().compareTo(owner) >= 0) {
        throw new MalformedEncodingException("shares must ascend by owner");
      }
      held.put(owner, HeldShares.split(SecretBytes.copyOf(in.fixed(2 * SECRET_BYTES))));
    }
    return held;
  }

  private static SecretBytes readSecret(CanonicalReader in) throws MalformedEncodingException {
    return SecretBytes.copyOf(in.fixed(SECRET_BYTES));
  }

  private static Digest readDigest(CanonicalReader in) throws MalformedEncodingException {
    return Digest.fromBytes(in.fixed(Digest.SIZE_BYTES));
  }
}
