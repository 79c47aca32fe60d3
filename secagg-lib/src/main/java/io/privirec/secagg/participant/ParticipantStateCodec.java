package io.privirec.secagg.participant;

import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.crypto.encoding.CanonicalWriter;
import io.privirec.crypto.encoding.MalformedEncodingException;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.message.EncryptedShares;
import io.privirec.secagg.message.Fields;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.MaskedInputCommitment;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.message.RevealedSeeds;
import io.privirec.secagg.message.RoundSetup;
import io.privirec.secagg.message.SeedReveal;
import io.privirec.secagg.message.SentEncapsulations;
import io.privirec.secagg.message.ShareComplaint;
import io.privirec.secagg.message.SurvivorSignature;
import io.privirec.secagg.message.UnmaskAnswer;
import io.privirec.secagg.participant.ParticipantState.Aborted;
import io.privirec.secagg.participant.ParticipantState.Advertised;
import io.privirec.secagg.participant.ParticipantState.Answered;
import io.privirec.secagg.participant.ParticipantState.Committed;
import io.privirec.secagg.participant.ParticipantState.Confirmed;
import io.privirec.secagg.participant.ParticipantState.Contributed;
import io.privirec.secagg.participant.ParticipantState.Encapsulated;
import io.privirec.secagg.participant.ParticipantState.Masking;
import io.privirec.secagg.participant.ParticipantState.Revealed;
import io.privirec.secagg.participant.ParticipantState.Shared;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

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
  private static final int REVEALED = 7;
  private static final int CONFIRMED = 8;
  private static final int ENCAPSULATED = 9;
  private static final int CONTRIBUTED = 10;
  private static final int SECRET_BYTES = 32;
  private static final byte[] NONE = {};

  private ParticipantStateCodec() {}

  public static SecretBytes encode(ParticipantState state) {
    CanonicalWriter out = CanonicalWriter.ofType(TYPE);
    switch (state) {
      case Advertised s -> {
        start(out, ADVERTISED, s);
        write(out, s.identity(), s.maskKeys());
        write(out, s.channelKeys().map(AgreementKeyPair::seed));
        write(out, s.graphSeed());
        out.prefixed(s.advertisement().encode());
      }
      case Revealed s -> {
        start(out, REVEALED, s);
        write(out, s.identity(), s.maskKeys());
        write(out, s.channelKeys().map(AgreementKeyPair::seed));
        out.prefixed(s.keys().encode()).prefixed(s.reveal().encode());
      }
      case Encapsulated s -> {
        start(out, ENCAPSULATED, s);
        write(out, s.identity(), s.maskKeys());
        write(out, s.setup());
        out.prefixed(s.encapsulations().encode());
      }
      case Shared s -> {
        start(out, SHARED, s);
        write(out, s.identity(), s.maskKeys());
        out.fixed(s.channelKeys().seed().expose());
        write(out, s.setup());
        out.fixed(s.selfMaskSeed().expose());
        write(out, s.ownShare());
        out.prefixed(s.shares().encode());
      }
      case Masking s -> {
        start(out, MASKING, s);
        write(out, s.identity(), s.maskKeys());
        write(out, s.setup());
        Fields.write(out, s.maskEncapsulations(), (to, one) -> to.prefixed(one.bytes()));
        if (s.record().kind() instanceof RoundKind.Tolerant) {
          MaskRecovery recovery = s.recovery().orElseThrow();
          out.fixed(recovery.selfMaskSeed().expose());
          write(out, recovery.ownShare());
          write(out, recovery.held());
          out.prefixed(recovery.complaint().map(ShareComplaint::encode).orElse(NONE));
        }
      }
      case Contributed s -> {
        start(out, CONTRIBUTED, s);
        out.prefixed(s.commitment().encode());
      }
      case Committed s -> {
        start(out, COMMITTED, s);
        out.fixed(s.identity().seed().expose());
        write(out, s.ownShare());
        write(out, s.held());
        Fields.write(out, s.silent());
        out.prefixed(s.commitment().encode());
      }
      case Confirmed s -> {
        start(out, CONFIRMED, s);
        write(out, s.ownShare());
        write(out, s.held());
        Fields.write(out, s.survivors());
        out.prefixed(s.signature().encode());
      }
      case Answered s -> {
        start(out, ANSWERED, s);
        Fields.write(out, s.survivors());
        out.prefixed(s.answer().encode());
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
    Seat seat = readSeat(in);
    return switch (kind) {
      case ADVERTISED ->
          new Advertised(
              seat,
              readIdentity(in),
              readKeys(in, seat.record()),
              readOptionalKeys(in, seat.record()),
              readOptional(in),
              ParticipantMessage.decode(in.prefixed(), KeyAdvertisement.class));
      case REVEALED ->
          new Revealed(
              seat,
              readIdentity(in),
              readKeys(in, seat.record()),
              readOptionalKeys(in, seat.record()),
              CoordinatorMessage.decode(in.prefixed(), AdvertisedKeys.class),
              ParticipantMessage.decode(in.prefixed(), SeedReveal.class));
      case ENCAPSULATED ->
          new Encapsulated(
              seat,
              readIdentity(in),
              readKeys(in, seat.record()),
              readSetup(in, seat.record()),
              ParticipantMessage.decode(in.prefixed(), SentEncapsulations.class));
      case SHARED ->
          new Shared(
              seat,
              readIdentity(in),
              readKeys(in, seat.record()),
              readKeys(in, seat.record()),
              readSetup(in, seat.record()),
              readSecret(in),
              readOptional(in),
              ParticipantMessage.decode(in.prefixed(), EncryptedShares.class));
      case MASKING -> readMasking(in, seat);
      case CONTRIBUTED ->
          new Contributed(
              seat, ParticipantMessage.decode(in.prefixed(), MaskedInputCommitment.class));
      case COMMITTED ->
          new Committed(
              seat,
              readIdentity(in),
              readOptional(in),
              readHeld(in),
              Fields.readParticipants(in),
              ParticipantMessage.decode(in.prefixed(), MaskedInputCommitment.class));
      case CONFIRMED ->
          new Confirmed(
              seat,
              readOptional(in),
              readHeld(in),
              Fields.readParticipants(in),
              ParticipantMessage.decode(in.prefixed(), SurvivorSignature.class));
      case ANSWERED ->
          new Answered(
              seat,
              Fields.readParticipants(in),
              ParticipantMessage.decode(in.prefixed(), UnmaskAnswer.class));
      default -> throw new MalformedEncodingException("unknown kind of state " + kind);
    };
  }

  private static Masking readMasking(CanonicalReader in, Seat seat)
      throws GeneralSecurityException {
    IdentityKeyPair identity = readIdentity(in);
    AgreementKeyPair maskKeys = readKeys(in, seat.record());
    RoundSetup setup = readSetup(in, seat.record());
    SortedMap<ParticipantId, ByteString> maskEncapsulations =
        Fields.read(in, entry -> ByteString.copyOf(entry.prefixed()));
    Optional<MaskRecovery> recovery =
        seat.record().isClosed()
            ? Optional.empty()
            : Optional.of(
                new MaskRecovery(
                    readSecret(in), readOptional(in), readHeld(in), readComplaint(in)));
    return new Masking(seat, identity, maskKeys, setup, maskEncapsulations, recovery);
  }

  private static Optional<ShareComplaint> readComplaint(CanonicalReader in)
      throws GeneralSecurityException {
    byte[] complaint = in.prefixed();
    return complaint.length == 0
        ? Optional.empty()
        : Optional.of(ParticipantMessage.decode(complaint, ShareComplaint.class));
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

  private static void start(CanonicalWriter out, int kind, Seated state) {
    Seat seat = state.seat();
    out.u8(kind)
        .prefixed(seat.record().encode())
        .text(seat.self().value())
        .u8(seat.learnt().size());
    seat.learnt().forEach(digest -> out.fixed(digest.bytes()));
  }

  private static Seat readSeat(CanonicalReader in) throws GeneralSecurityException {
    RoundRecord record = RoundRecord.decode(in.prefixed());
    ParticipantId self = new ParticipantId(in.text());
    int count = in.u8();
    List<Digest> learnt = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      learnt.add(Digest.fromBytes(in.fixed(Digest.SIZE_BYTES)));
    }
    return new Seat(record, self, learnt);
  }

  private static void write(
      CanonicalWriter out, IdentityKeyPair identity, AgreementKeyPair maskKeys) {
    out.fixed(identity.seed().expose()).fixed(maskKeys.seed().expose());
  }

  private static IdentityKeyPair readIdentity(CanonicalReader in)
      throws MalformedEncodingException {
    return IdentityKeyPair.fromSeed(readSecret(in));
  }

  private static AgreementKeyPair readKeys(CanonicalReader in, RoundRecord record)
      throws MalformedEncodingException {
    return AgreementKeyPair.fromSeed(record.keyAgreement(), readSecret(in));
  }

  private static Optional<AgreementKeyPair> readOptionalKeys(CanonicalReader in, RoundRecord record)
      throws MalformedEncodingException {
    return readOptional(in).map(seed -> AgreementKeyPair.fromSeed(record.keyAgreement(), seed));
  }

  private static void write(CanonicalWriter out, RoundSetup setup) {
    out.prefixed(setup.keys().encode());
    out.prefixed(setup.seeds().map(RevealedSeeds::encode).orElse(NONE));
  }

  private static RoundSetup readSetup(CanonicalReader in, RoundRecord record)
      throws GeneralSecurityException {
    AdvertisedKeys keys = CoordinatorMessage.decode(in.prefixed(), AdvertisedKeys.class);
    byte[] seeds = in.prefixed();
    return RoundSetup.of(
        record,
        keys,
        seeds.length == 0
            ? Optional.empty()
            : Optional.of(CoordinatorMessage.decode(seeds, RevealedSeeds.class)));
  }

  private static void write(CanonicalWriter out, Optional<SecretBytes> secret) {
    out.u8(secret.isPresent() ? 1 : 0);
    secret.ifPresent(present -> out.fixed(present.expose()));
  }

  private static Optional<SecretBytes> readOptional(CanonicalReader in)
      throws MalformedEncodingException {
    int count = in.u8();
    return switch (count) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(readSecret(in));
      default -> throw new MalformedEncodingException("secret must be there once or not at all");
    };
  }

  private static SecretBytes readSecret(CanonicalReader in) throws MalformedEncodingException {
    return SecretBytes.copyOf(in.fixed(SECRET_BYTES));
  }

  private static void write(CanonicalWriter out, SortedMap<ParticipantId, HeldShares> held) {
    Fields.write(out, held, (to, pair) -> to.fixed(pair.joined().expose()));
  }

  private static SortedMap<ParticipantId, HeldShares> readHeld(CanonicalReader in)
      throws GeneralSecurityException {
    return Fields.read(
        in, entry -> HeldShares.split(SecretBytes.copyOf(entry.fixed(2 * SECRET_BYTES))));
  }
}
