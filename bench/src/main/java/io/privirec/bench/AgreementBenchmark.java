package io.privirec.bench;

import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.agreement.AgreementPublicKey;
import io.privirec.crypto.agreement.Initiated;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.secret.SecretBytes;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/// Either end of a key agreement, and the pair of a seed.
public class AgreementBenchmark extends ShortBenchmark {
  private static final byte[] LABEL = {1, 2, 3, 4};

  @Param public KeyAgreement agreement = KeyAgreement.X25519;

  private AgreementKeyPair own = AgreementKeyPair.generate(agreement, new SecureRandom());
  private AgreementPublicKey peer = own.publicKey();
  private ByteString received = ByteString.copyOf(new byte[0]);

  @Setup
  public void prepare() throws GeneralSecurityException {
    SecureRandom random = new SecureRandom();
    own = AgreementKeyPair.generate(agreement, random);
    AgreementKeyPair other = AgreementKeyPair.generate(agreement, random);
    peer = other.publicKey();
    received = other.initiate(own.publicKey(), LABEL).encapsulation();
  }

  @Benchmark
  public AgreementKeyPair fromSeed() {
    return AgreementKeyPair.fromSeed(agreement, own.seed());
  }

  @Benchmark
  public Initiated initiate() throws GeneralSecurityException {
    return own.initiate(peer, LABEL);
  }

  @Benchmark
  public SecretBytes accept() throws GeneralSecurityException {
    return own.accept(peer, received);
  }
}
