package io.privirec.edge.auth;

import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.Ed25519Provider;
import io.privirec.crypto.signature.PublicIdentityKey;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;

/// Raw Ed25519 keys as the JCA's key types, through their RFC 8410 encodings.
final class JwtKeys {
  /// SEQUENCE { SEQUENCE { OID 1.3.101.112 }, BIT STRING of 32 bytes }.
  private static final byte[] SPKI = HexFormat.of().parseHex("302a300506032b6570032100");

  /// SEQUENCE { INTEGER 0, SEQUENCE { OID 1.3.101.112 }, OCTET STRING { OCTET STRING } }.
  private static final byte[] PKCS8 = HexFormat.of().parseHex("302e020100300506032b657004220420");

  private JwtKeys() {}

  static PublicKey publicKey(PublicIdentityKey key) throws GeneralSecurityException {
    return KeyFactory.getInstance("Ed25519", Ed25519Provider.instance())
        .generatePublic(new X509EncodedKeySpec(concat(SPKI, key.bytes())));
  }

  static PrivateKey privateKey(SecretBytes seed) {
    byte[] raw = seed.expose();
    byte[] encoded = concat(PKCS8, raw);
    try {
      return KeyFactory.getInstance("Ed25519", Ed25519Provider.instance())
          .generatePrivate(new PKCS8EncodedKeySpec(encoded));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("any 32 bytes are an Ed25519 seed", e);
    } finally {
      Arrays.fill(raw, (byte) 0);
      Arrays.fill(encoded, (byte) 0);
    }
  }

  private static byte[] concat(byte[] head, byte[] tail) {
    byte[] whole = Arrays.copyOf(head, head.length + tail.length);
    System.arraycopy(tail, 0, whole, head.length, tail.length);
    return whole;
  }
}
