package io.privirec.crypto.agreement;

import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.secret.SecretBytes;
import java.security.InvalidKeyException;
import org.bouncycastle.crypto.SecretWithEncapsulation;
import org.bouncycastle.crypto.kems.MLKEMExtractor;
import org.bouncycastle.crypto.kems.MLKEMGenerator;
import org.bouncycastle.crypto.params.MLKEMParameters;
import org.bouncycastle.crypto.params.MLKEMPrivateKeyParameters;
import org.bouncycastle.crypto.params.MLKEMPublicKeyParameters;

/// ML-KEM-768 (FIPS 203) with all randomness given from outside: a pair follows from `d ‖ z`
/// (`ML-KEM.KeyGen_internal`), an encapsulation from `m` (`ML-KEM.Encaps_internal`).
///
/// It is Bouncy Castle's because the platform's KEM draws its randomness itself.
final class MlKem768 {
  /// The seed `d ‖ z` of a pair.
  static final int SEED_BYTES = 64;

  static final int ENCAPSULATION_KEY_BYTES = 1184;
  static final int CIPHERTEXT_BYTES = 1088;

  /// The randomness `m` of an encapsulation.
  static final int RANDOMNESS_BYTES = 32;

  private static final MLKEMParameters PARAMETERS = MLKEMParameters.ml_kem_768;

  private final MLKEMPrivateKeyParameters decapsulationKey;

  private MlKem768(MLKEMPrivateKeyParameters decapsulationKey) {
    this.decapsulationKey = decapsulationKey;
  }

  static MlKem768 fromSeed(SecretBytes seed) {
    return new MlKem768(new MLKEMPrivateKeyParameters(PARAMETERS, seed.expose()));
  }

  byte[] encapsulationKey() {
    return decapsulationKey.getPublicKey();
  }

  /// The secret in a ciphertext. One that was not made for this key gives a pseudorandom secret
  /// that nobody else has, and no sign of it (implicit rejection, FIPS 203 §6.3).
  ///
  /// @param ciphertext of the right size
  SecretBytes decapsulate(ByteString ciphertext) {
    return SecretBytes.copyOf(
        new MLKEMExtractor(decapsulationKey).extractSecret(ciphertext.bytes()));
  }

  /// A shared secret, and the ciphertext from which the owner of the key gets it.
  static Initiated encapsulate(byte[] encapsulationKey, SecretBytes randomness)
      throws InvalidKeyException {
    SecretWithEncapsulation result =
        MLKEMGenerator.internalGenerateEncapsulated(checked(encapsulationKey), randomness.expose());
    return new Initiated(
        SecretBytes.copyOf(result.getSecret()), ByteString.copyOf(result.getEncapsulation()));
  }

  /// The checks of FIPS 203 §7.2: the size, and that every coefficient is reduced modulo 3329.
  static void requireValid(byte[] encapsulationKey) throws InvalidKeyException {
    checked(encapsulationKey);
  }

  private static MLKEMPublicKeyParameters checked(byte[] encapsulationKey)
      throws InvalidKeyException {
    try {
      return new MLKEMPublicKeyParameters(PARAMETERS, encapsulationKey);
    } catch (IllegalArgumentException e) {
      throw new InvalidKeyException("ML-KEM encapsulation key is not valid", e);
    }
  }
}
