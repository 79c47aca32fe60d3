package io.privirec.crypto.agreement;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.encoding.CanonicalWriter;
import io.privirec.crypto.kdf.Hkdf;
import io.privirec.crypto.secret.SecretBytes;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import javax.crypto.DecapsulateException;
import org.bouncycastle.math.ec.rfc7748.X25519;
import org.jspecify.annotations.Nullable;

/// The key pair of an agreement, used in one round only. All of it follows from one 32-byte seed:
/// whoever puts the seed together again from its shares has both halves of a hybrid pair, and every
/// secret that the owner agreed on, from either side.
///
/// - [KeyAgreement#X25519]: the seed is the private key.
/// - [KeyAgreement#X25519_MLKEM768]: the X25519 private key, the `d ‖ z` of ML-KEM-768 and the
///   randomness of each encapsulation are HKDF-SHA256 of the seed with a salt of 32 zero bytes and
///   an `info` of their own, hence independent of each other. The secret of an agreement is
///   HKDF-SHA256 of `X25519 secret ‖ ML-KEM secret` with `info = label ‖ encapsulation ‖ public key
///   of the initiator ‖ public key of the acceptor`.
///
/// That combiner concatenates the two secrets, as the hybrid key exchanges of TLS 1.3
/// (draft-ietf-tls-hybrid-design) and the key derivation of IKEv2 with several exchanges (RFC 9370)
/// do, and hashes the public values with them, as X-Wing does (Barbosa et al. 2024). X-Wing may
/// leave the ML-KEM ciphertext and key out because ML-KEM binds them; here they are in, and nothing
/// depends on that property.
public final class AgreementKeyPair {
  public static final int SEED_BYTES = 32;

  /// Size of an X25519 private key.
  public static final int PRIVATE_KEY_BYTES = X25519.SCALAR_SIZE;

  private static final byte[] SALT = new byte[32];
  private static final String X25519_KEY = "privirec/v1/agreement/x25519";
  private static final String ML_KEM_SEED = "privirec/v1/agreement/ml-kem-768";
  private static final String ENCAPSULATION = "privirec/v1/agreement/encapsulation";
  private static final String HYBRID_SECRET = "privirec/v1/agreement/x25519-ml-kem-768";
  private static final int SECRET_BYTES = 32;

  private final SecretBytes seed;
  private final SecretBytes scalar;
  private final @Nullable MlKem768 mlKem;
  private final AgreementPublicKey publicKey;

  private AgreementKeyPair(
      SecretBytes seed,
      SecretBytes scalar,
      @Nullable MlKem768 mlKem,
      AgreementPublicKey publicKey) {
    this.seed = seed;
    this.scalar = scalar;
    this.mlKem = mlKem;
    this.publicKey = publicKey;
  }

  public static AgreementKeyPair generate(KeyAgreement agreement, SecureRandom random) {
    return fromSeed(agreement, SecretBytes.random(SEED_BYTES, random));
  }

  /// The pair of a 32-byte seed; the X25519 scalar is clamped when it is used, not before.
  public static AgreementKeyPair fromSeed(KeyAgreement agreement, SecretBytes seed) {
    if (seed.sizeBytes() != SEED_BYTES) {
      throw new IllegalArgumentException(
          "agreement seed must be " + SEED_BYTES + " bytes. Provided value: " + seed.sizeBytes());
    }
    return switch (agreement) {
      case X25519 -> of(seed, seed, null);
      case X25519_MLKEM768 ->
          of(
              seed,
              Hkdf.derive(seed, SALT, ascii(X25519_KEY), PRIVATE_KEY_BYTES),
              MlKem768.fromSeed(Hkdf.derive(seed, SALT, ascii(ML_KEM_SEED), MlKem768.SEED_BYTES)));
    };
  }

  /// An X25519 pair.
  public static AgreementKeyPair generate(SecureRandom random) {
    return generate(KeyAgreement.X25519, random);
  }

  /// The X25519 pair of a private key.
  public static AgreementKeyPair fromPrivateKey(SecretBytes privateKey) {
    return fromSeed(KeyAgreement.X25519, privateKey);
  }

  public KeyAgreement agreement() {
    return publicKey.agreement();
  }

  /// The one secret of the pair, of [#SEED_BYTES].
  public SecretBytes seed() {
    return seed;
  }

  /// The seed of an X25519 pair is its private key.
  public SecretBytes privateKey() {
    return seed;
  }

  public AgreementPublicKey publicKey() {
    return publicKey;
  }

  /// Agrees with a peer who will [#accept] the encapsulation.
  ///
  /// Deterministic: the same seed, peer and label give the same secret and the same encapsulation,
  /// so that the coordinator that puts the seed of a lost initiator together recomputes the secret
  /// its peers have. ML-KEM needs randomness that is uniform to everyone but the initiator and not
  /// used for two ciphertexts. HKDF of the seed is that: the seed is uniform, secret and made for
  /// one round; the peer's key and the label are in the `info`, so that another peer or another
  /// purpose gets independent randomness, and a repetition only repeats bytes already sent. What
  /// the seed gives to those it is revealed to is what revealing it is for.
  ///
  /// @param peer used as it comes: see [AgreementPublicKey#requireUsable()]
  /// @param label public; says what the agreement is for. For X25519 alone it changes nothing, and
  ///   for both it is no context of the secret: keys derived from that bind theirs
  /// @throws InvalidKeyException if the key is one of another agreement, X25519 gives the all-zero
  ///   secret (RFC 7748 §6.1), or the ML-KEM key is not valid
  public Initiated initiate(AgreementPublicKey peer, byte[] label) throws InvalidKeyException {
    SecretBytes classical = x25519(peer);
    if (mlKem == null) {
      return new Initiated(classical, ByteString.copyOf(new byte[0]));
    }
    byte[] info =
        CanonicalWriter.untyped()
            .fixed(ascii(ENCAPSULATION))
            .fixed(Digest.of(peer.bytes()).bytes())
            .fixed(label)
            .toByteArray();
    SecretBytes randomness = Hkdf.derive(seed, SALT, info, MlKem768.RANDOMNESS_BYTES);
    Initiated encapsulated = MlKem768.encapsulate(peer.mlKem(), randomness);
    ByteString encapsulation = encapsulated.encapsulation();
    return new Initiated(
        combined(classical, encapsulated.secret(), encapsulation, publicKey, peer), encapsulation);
  }

  /// Agrees with a peer who initiated.
  ///
  /// Authenticates nothing: an encapsulation that was not made for this key by this peer gives a
  /// secret that the peer does not have (ML-KEM rejects implicitly), and it shows only when what is
  /// derived from the secret fails to match.
  ///
  /// @param peer used as it comes: see [AgreementPublicKey#requireUsable()]
  /// @throws InvalidKeyException as [#initiate] does, but for the ML-KEM key of the peer, which
  ///   plays no part
  /// @throws DecapsulateException if the encapsulation has the wrong size
  public SecretBytes accept(AgreementPublicKey peer, ByteString encapsulation)
      throws GeneralSecurityException {
    if (encapsulation.sizeBytes() != agreement().encapsulationBytes()) {
      throw new DecapsulateException(
          "encapsulation must be "
              + agreement().encapsulationBytes()
              + " bytes. Provided value: "
              + encapsulation.sizeBytes());
    }
    SecretBytes classical = x25519(peer);
    if (mlKem == null) {
      return classical;
    }
    SecretBytes postQuantum = mlKem.decapsulate(encapsulation);
    return combined(classical, postQuantum, encapsulation, peer, publicKey);
  }

  /// The raw shared secret of two X25519 keys, the same from either side: input of a key
  /// derivation, never a key.
  ///
  /// @throws InvalidKeyException if it is all zero (RFC 7748 §6.1): the peer's key has small order
  public SecretBytes agree(AgreementPublicKey peer) throws InvalidKeyException {
    if (mlKem != null) {
      throw new IllegalStateException("agreement needs a direction: initiate or accept");
    }
    return x25519(peer);
  }

  private static AgreementKeyPair of(
      SecretBytes seed, SecretBytes scalar, @Nullable MlKem768 mlKem) {
    byte[] point = new byte[X25519.POINT_SIZE];
    X25519.generatePublicKey(scalar.expose(), 0, point, 0);
    AgreementPublicKey publicKey =
        mlKem == null
            ? AgreementPublicKey.fromBytes(KeyAgreement.X25519, point)
            : AgreementPublicKey.fromBytes(
                KeyAgreement.X25519_MLKEM768,
                CanonicalWriter.untyped()
                    .fixed(point)
                    .fixed(mlKem.encapsulationKey())
                    .toByteArray());
    return new AgreementKeyPair(seed, scalar, mlKem, publicKey);
  }

  private SecretBytes x25519(AgreementPublicKey peer) throws InvalidKeyException {
    if (peer.agreement() != agreement()) {
      throw new InvalidKeyException(
          "agreement key must be of " + agreement() + ". Provided value: " + peer.agreement());
    }
    byte[] shared = new byte[X25519.POINT_SIZE];
    if (!X25519.calculateAgreement(scalar.expose(), 0, peer.x25519(), 0, shared, 0)) {
      throw new InvalidKeyException("key agreement gives the all-zero secret");
    }
    return SecretBytes.copyOf(shared);
  }

  private static SecretBytes combined(
      SecretBytes classical,
      SecretBytes postQuantum,
      ByteString encapsulation,
      AgreementPublicKey initiator,
      AgreementPublicKey acceptor) {
    byte[] both =
        CanonicalWriter.untyped()
            .fixed(classical.expose())
            .fixed(postQuantum.expose())
            .toByteArray();
    byte[] info =
        CanonicalWriter.untyped()
            .fixed(ascii(HYBRID_SECRET))
            .fixed(encapsulation.bytes())
            .fixed(initiator.bytes())
            .fixed(acceptor.bytes())
            .toByteArray();
    return Hkdf.derive(SecretBytes.copyOf(both), SALT, info, SECRET_BYTES);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AgreementKeyPair that
        && agreement() == that.agreement()
        && seed.equals(that.seed);
  }

  @Override
  public int hashCode() {
    return publicKey.hashCode();
  }

  @Override
  public String toString() {
    return "AgreementKeyPair[" + publicKey + "]";
  }
}
