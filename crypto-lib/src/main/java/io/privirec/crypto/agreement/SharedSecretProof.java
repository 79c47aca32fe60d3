package io.privirec.crypto.agreement;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.encoding.CanonicalWriter;
import io.privirec.crypto.kdf.Hkdf;
import io.privirec.crypto.secret.SecretBytes;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Optional;
import org.bouncycastle.math.ec.ECAlgorithms;
import org.bouncycastle.math.ec.ECFieldElement;
import org.bouncycastle.math.ec.ECPoint;
import org.bouncycastle.math.ec.custom.djb.Curve25519;

/// Discloses the secret that two X25519 keys agree on, with a proof by one of the holders that it
/// is that secret: a proof that two discrete logarithms are equal (Chaum and Pedersen 1992), made
/// non-interactive with a hash of the statement (Fiat and Shamir 1986). It discloses nothing else
/// about the private key.
///
/// A clamped scalar is `s = 8 s'`. With B the base point and P the peer's, the statement is that
/// one `w` takes `8B` to the prover's point and `8P` to the shared point; its holder has `w = s'`
/// or `−s'`. A point is known by its u-coordinate up to the sign: of each public key the one with
/// the even v is taken, which decides the sign of `w`; the shared point comes with its sign. Since
/// `8P` has prime order whatever point of the curve P is, the cofactor plays no part.
///
/// Bytes: `shared[32] challenge[32] response[32]`, little endian; the top bit of `shared` is the
/// lowest bit of the point's v, the rest its u, which is the secret. Not constant time: prove with
/// keys of one round only.
///
/// @param bytes not checked here
public record SharedSecretProof(ByteString bytes) {
  public static final int SIZE_BYTES = 96;

  private static final int FIELD_BYTES = 32;
  private static final int NONCE_BYTES = 64;
  private static final byte[] TAG = ascii("privirec/v1/agreement/shared-secret-proof");
  private static final byte[] NONCE_TAG = ascii("privirec/v1/agreement/shared-secret-nonce");
  private static final Curve25519 CURVE = new Curve25519();
  private static final BigInteger ORDER = CURVE.getOrder();

  /// u = x − A/3 is Montgomery's coordinate of a point with x in Weierstrass's form; v = y.
  private static final ECFieldElement THIRD_OF_A =
      CURVE
          .fromBigInteger(BigInteger.valueOf(486_662))
          .divide(CURVE.fromBigInteger(BigInteger.valueOf(3)));

  private static final ECPoint BASE = eightTimes(point(BigInteger.valueOf(9), false).orElseThrow());

  public SharedSecretProof {
    if (bytes.sizeBytes() != SIZE_BYTES) {
      throw new IllegalArgumentException(
          "proof must be %s bytes. Provided value: %s".formatted(SIZE_BYTES, bytes.sizeBytes()));
    }
  }

  /// Discloses what two keys agree on. Deterministic.
  ///
  /// @param keys of [KeyAgreement#X25519]
  /// @param peer usable: see [AgreementPublicKey#requireUsable()]
  /// @param label public; the proof holds for this label only
  public static SharedSecretProof of(AgreementKeyPair keys, AgreementPublicKey peer, byte[] label) {
    Statement statement = Statement.of(keys.publicKey(), peer, label).orElseThrow();
    BigInteger witness = scalar(keys.privateKey().expose());
    if (!statement.base().multiply(witness).equals(statement.own())) {
      witness = ORDER.subtract(witness);
    }
    ECPoint shared = statement.peer().multiply(witness);
    byte[] info =
        CanonicalWriter.untyped().fixed(NONCE_TAG).fixed(statement.bytes(shared)).toByteArray();
    BigInteger nonce =
        number(Hkdf.derive(keys.privateKey(), new byte[FIELD_BYTES], info, NONCE_BYTES).expose())
            .mod(ORDER);
    byte[] challenge =
        statement.challenge(
            shared, statement.base().multiply(nonce), statement.peer().multiply(nonce));
    BigInteger response = nonce.add(number(challenge).multiply(witness)).mod(ORDER);
    return new SharedSecretProof(
        ByteString.copyOf(
            CanonicalWriter.untyped()
                .fixed(encoded(shared))
                .fixed(challenge)
                .fixed(littleEndian(response))
                .toByteArray()));
  }

  /// The secret, if it is the one that the two keys agree on.
  ///
  /// @param prover whose private key made the proof
  /// @throws GeneralSecurityException if the proof is not valid, or a key is not a point of the
  ///   curve that has an agreement
  public SecretBytes verify(AgreementPublicKey prover, AgreementPublicKey peer, byte[] label)
      throws GeneralSecurityException {
    byte[] all = bytes.bytes();
    byte[] u = Arrays.copyOf(all, FIELD_BYTES);
    boolean odd = u[FIELD_BYTES - 1] < 0;
    u[FIELD_BYTES - 1] &= 0x7F;
    byte[] challenge = Arrays.copyOfRange(all, FIELD_BYTES, 2 * FIELD_BYTES);
    BigInteger response = number(Arrays.copyOfRange(all, 2 * FIELD_BYTES, SIZE_BYTES));
    Statement statement = Statement.of(prover, peer, label).orElseThrow(SharedSecretProof::invalid);
    ECPoint shared = point(number(u), odd).orElseThrow(SharedSecretProof::invalid);
    // A valid point has prime order.
    if (!statement.own().isValid()
        || !shared.isValid()
        || statement.peer().isInfinity()
        || response.compareTo(ORDER) >= 0) {
      throw invalid();
    }
    BigInteger minusChallenge = number(challenge).negate().mod(ORDER);
    byte[] due =
        statement.challenge(
            shared,
            ECAlgorithms.sumOfTwoMultiplies(
                statement.base(), response, statement.own(), minusChallenge),
            ECAlgorithms.sumOfTwoMultiplies(statement.peer(), response, shared, minusChallenge));
    if (!Arrays.equals(due, challenge)) {
      throw invalid();
    }
    return SecretBytes.copyOf(u);
  }

  /// What is proven, but for the shared point.
  ///
  /// @param base 8B
  /// @param own the prover's point
  /// @param peer 8P
  private record Statement(ECPoint base, ECPoint own, ECPoint peer, ByteString keysAndLabel) {
    static Optional<Statement> of(AgreementPublicKey own, AgreementPublicKey peer, byte[] label) {
      if (own.agreement() != KeyAgreement.X25519 || peer.agreement() != KeyAgreement.X25519) {
        throw new IllegalArgumentException("both keys must be of X25519");
      }
      ByteString keysAndLabel =
          ByteString.copyOf(
              CanonicalWriter.untyped()
                  .fixed(own.bytes())
                  .fixed(peer.bytes())
                  .prefixed(label)
                  .toByteArray());
      return point(number(own.bytes()), false)
          .flatMap(ownPoint ->
              point(number(peer.bytes()), false)
                  .map(peerPoint ->
                      new Statement(BASE, ownPoint, eightTimes(peerPoint), keysAndLabel)));
    }

    byte[] bytes(ECPoint shared) {
      return CanonicalWriter.untyped()
          .fixed(keysAndLabel.bytes())
          .fixed(encoded(shared))
          .toByteArray();
    }

    byte[] challenge(ECPoint shared, ECPoint ofBase, ECPoint ofPeer) {
      return Digest.of(
              TAG,
              CanonicalWriter.untyped()
                  .fixed(bytes(shared))
                  .fixed(encoded(ofBase))
                  .fixed(encoded(ofPeer))
                  .toByteArray())
          .bytes();
    }
  }

  /// The point of a coordinate; empty if it is not below the prime, or the curve has none.
  private static Optional<ECPoint> point(BigInteger u, boolean odd) {
    if (u.compareTo(AgreementPublicKey.PRIME) >= 0) {
      return Optional.empty();
    }
    ECFieldElement x = CURVE.fromBigInteger(u).add(THIRD_OF_A);
    ECFieldElement v = x.square().add(CURVE.getA()).multiply(x).add(CURVE.getB()).sqrt();
    if (v == null) {
      return Optional.empty();
    }
    ECFieldElement signed = v.testBitZero() == odd ? v : v.negate();
    return Optional.of(CURVE.createPoint(x.toBigInteger(), signed.toBigInteger()));
  }

  private static ECPoint eightTimes(ECPoint point) {
    return point.timesPow2(3).normalize();
  }

  /// The scalar of RFC 7748 §5 divided by 8.
  private static BigInteger scalar(byte[] privateKey) {
    byte[] clamped = privateKey.clone();
    clamped[FIELD_BYTES - 1] = (byte) ((clamped[FIELD_BYTES - 1] & 0x7F) | 0x40);
    return number(clamped).shiftRight(3);
  }

  /// The coordinate u with the lowest bit of v on top; 0 for the point at infinity, which has none.
  private static byte[] encoded(ECPoint point) {
    if (point.isInfinity()) {
      return new byte[FIELD_BYTES];
    }
    ECPoint affine = point.normalize();
    byte[] bytes = littleEndian(affine.getAffineXCoord().subtract(THIRD_OF_A).toBigInteger());
    if (affine.getAffineYCoord().testBitZero()) {
      bytes[FIELD_BYTES - 1] |= (byte) 0x80;
    }
    return bytes;
  }

  private static BigInteger number(byte[] littleEndian) {
    byte[] bigEndian = new byte[littleEndian.length];
    for (int i = 0; i < bigEndian.length; i++) {
      bigEndian[i] = littleEndian[littleEndian.length - 1 - i];
    }
    return new BigInteger(1, bigEndian);
  }

  private static byte[] littleEndian(BigInteger number) {
    byte[] bytes = new byte[FIELD_BYTES];
    BigInteger rest = number;
    for (int i = 0; i < FIELD_BYTES; i++) {
      bytes[i] = rest.byteValue();
      rest = rest.shiftRight(Byte.SIZE);
    }
    return bytes;
  }

  private static GeneralSecurityException invalid() {
    return new GeneralSecurityException("proof of a shared secret is not valid");
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
