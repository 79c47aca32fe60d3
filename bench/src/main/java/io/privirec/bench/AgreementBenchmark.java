package io.privirec.bench;

import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.agreement.AgreementPublicKey;
import io.privirec.crypto.agreement.Initiated;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.secret.SecretBytes;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// Either end of a key agreement, and the pair of a seed.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class AgreementBenchmark {
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
