package io.privirec.federation.fedpower;

import io.privirec.crypto.aead.AesGcm;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.paillier.Ciphertext;
import io.privirec.crypto.paillier.Multiples;
import io.privirec.crypto.paillier.PaillierEncryptor;
import io.privirec.crypto.paillier.PaillierKeyPair;
import io.privirec.crypto.paillier.PaillierPublicKey;
import io.privirec.crypto.paillier.SlotLayout;
import io.privirec.crypto.prg.KeyStreamRandom;
import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.federation.CipherContribution;
import io.privirec.federation.Contribution;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.RoundInput;
import io.privirec.federation.SessionSecret;
import io.privirec.federation.factors.FedPowerBroadcast;
import io.privirec.federation.factors.ProductRounds;
import io.privirec.secagg.CipherWords;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// A participant of [UtilityFedPower], which may be the key holder.
final class UtilityNode {
  private static final String KEY_PURPOSE = "fedpower-utility/key";
  private static final String SEALING_PURPOSE = "fedpower-utility/sealing";
  private static final String ANSWER_PURPOSE = "fedpower-utility/answer";

  /// A table of powers of a selector for each core, and a table for the values that hide them.
  private static final long TABLE_BYTES = 32L << 20;

  private final UtilityTerms algorithm;
  private final ProductRounds products;

  /// The keys of key holders that this process hosts. A key is made of the session's secret, and
  /// takes seconds.
  private final Map<ParticipantId, PaillierKeyPair> own = new ConcurrentHashMap<>();

  /// The encryptor of the session's key, which takes some time to check: the first key that was
  /// broadcast.
  private @Nullable PaillierEncryptor encryptor;

  UtilityNode(UtilityTerms algorithm) {
    this.algorithm = algorithm;
    this.products = new ProductRounds(algorithm.base());
  }

  Contribution keys(RoundInput input) {
    return fixed(keys(input, secret(input)));
  }

  /// Zeros, but for the key holder.
  Contribution total(RoundInput input) throws IOException {
    return fixed(isKeyHolder(input) ? total(input, secret(input)) : new long[0]);
  }

  private static SessionSecret secret(RoundInput input) {
    return input
        .secret()
        .orElseThrow(() -> new IllegalArgumentException("the session needs a secret"));
  }

  private long[] keys(RoundInput input, SessionSecret secret) {
    return NoiseKeys.numbers(
        input.cohort().headSet(input.participant()).size(),
        sealing(secret),
        isKeyHolder(input)
            ? Optional.of(ownKey(input.participant(), secret).publicKey())
            : Optional.empty());
  }

  /// The key that seals a participant's selectors.
  static SecretBytes sealing(SessionSecret secret) {
    byte[] key = new byte[AesGcm.KEY_BYTES];
    secret.stream(SEALING_PURPOSE, 0, Digest.of()).nextBytes(key);
    return SecretBytes.copyOf(key);
  }

  private boolean isKeyHolder(RoundInput input) {
    return input.participant().equals(algorithm.keyHolder());
  }

  private PaillierKeyPair ownKey(ParticipantId participant, SessionSecret secret) {
    return own.computeIfAbsent(
        participant,
        _ ->
            PaillierKeyPair.generate(
                new KeyStreamRandom(secret.stream(KEY_PURPOSE, 0, Digest.of()))));
  }

  Contribution noisyProduct(RoundInput input, int sync) throws IOException {
    SessionSecret secret = secret(input);
    FedPowerBroadcast broadcast = products.broadcast(input, /* startsFromSeed= */ sync == 1);
    double[] product = products.part(input, broadcast).data();
    long[] noise = noise(input, secret, sync, broadcast);
    double unit = Math.scalb(1.0, input.round().vector().scaleBits());
    return (offset, out) -> {
      for (int i = 0; i < out.length(); i++) {
        int n = Math.toIntExact(offset + i);
        // With an honest broadcast within the round's bound; of another what wraps is refused by
        // nobody, since a refusal would tell of this participant's data alone.
        out.setReduced(i, (long) Math.rint(product[n] * unit) + noise[n]);
      }
    };
  }

  private long[] noise(
      RoundInput input, SessionSecret secret, int sync, FedPowerBroadcast broadcast) {
    return NodeNoise.of(algorithm, secret, sync, input.data().pattern().users(), broadcast.users());
  }

  /// The key holder has no answers hidden under a key that is not its own.
  void inspect(RoundInput input) throws IOException {
    requireOwnKey(input, input.fromBroadcast(this::selectors), secret(input));
  }

  private void requireOwnKey(RoundInput input, Selectors selectors, SessionSecret secret) {
    byte[] key = ownKey(input.participant(), secret).publicKey().encode();
    if (!Arrays.equals(selectors.key(), key)) {
      throw new ContributionRefusedException("the broadcast has another key than the key holder's");
    }
  }

  Contribution answers(RoundInput input, int sync) throws IOException {
    SessionSecret secret = secret(input);
    Selectors selectors = input.fromBroadcast(this::selectors);
    if (isKeyHolder(input)) {
      requireOwnKey(input, selectors, secret);
    }
    PaillierEncryptor encryptor = encryptor(selectors.key());
    Ciphertext selector;
    try {
      selector = selectors.of(input.participant(), sealing(secret), sync, encryptor.key());
    } catch (GeneralSecurityException malformed) {
      throw new ContributionRefusedException(String.valueOf(malformed.getMessage()));
    }
    return new Answers(
        selector,
        encryptor,
        algorithm.slots(),
        noise(input, secret, sync, selectors.counts()),
        sync,
        secret,
        input.fromBroadcast(Digest::ofFile));
  }

  private Selectors selectors(Path broadcast) throws IOException {
    return Selectors.read(broadcast, algorithm.base());
  }

  /// A session has one key. Were there more, a table would be kept for each.
  private synchronized PaillierEncryptor encryptor(byte[] key) {
    PaillierEncryptor known = encryptor;
    if (known == null) {
      try {
        known = new PaillierEncryptor(PaillierPublicKey.decode(key), algorithm.exponentBits());
      } catch (GeneralSecurityException malformed) {
        throw new ContributionRefusedException(String.valueOf(malformed.getMessage()));
      }
      encryptor = known;
    }
    if (!Arrays.equals(known.key().encode(), key)) {
      throw new ContributionRefusedException(
          "the broadcast has another key than one before it in the session");
    }
    return known;
  }

  /// A participant's noise, times its selector.
  ///
  /// @param sync also another noise under the same selectors is hidden otherwise
  /// @param bound digest of the broadcast: with other selectors the same noise is hidden otherwise
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Answers(
      Ciphertext selector,
      PaillierEncryptor encryptor,
      SlotLayout slots,
      long[] noise,
      int sync,
      SessionSecret secret,
      Digest bound)
      implements CipherContribution {
    @Override
    public PaillierPublicKey key() {
      return encryptor.key();
    }

    @Override
    public void fill(long offset, RingVector out) {
      int first = Math.toIntExact(offset / CipherWords.IN_CIPHERTEXT);
      int count = out.length() / CipherWords.IN_CIPHERTEXT;
      Multiples multiples = new Multiples(key(), selector, count);
      for (int i = 0; i < count; i++) {
        SecureRandom random =
            new KeyStreamRandom(
                secret.stream(ANSWER_PURPOSE, (long) sync << Integer.SIZE | (first + i), bound));
        CipherWords.write(
            encryptor.rerandomise(multiples.times(slots.pack(noise, first + i)), random), out, i);
      }
    }

    @Override
    public String toString() {
      return "Answers[hidden]";
    }
  }

  private long[] total(RoundInput input, SessionSecret secret) throws IOException {
    try {
      return input
          .fromBroadcast(file -> NoiseTotal.read(file, algorithm))
          .decrypt(ownKey(input.participant(), secret), algorithm, input.cohort().size());
    } catch (GeneralSecurityException refused) {
      throw new ContributionRefusedException(String.valueOf(refused.getMessage()));
    }
  }

  /// The numbers, and zeros beyond them.
  private static Contribution fixed(long[] numbers) {
    return (offset, out) -> {
      for (int i = 0; i < out.length(); i++) {
        int n = Math.toIntExact(offset + i);
        out.setReduced(i, n < numbers.length ? numbers[n] : 0);
      }
    };
  }

  static long workingSetBytes(UtilityTerms algorithm) {
    return Math.max(
        algorithm.base().workingSet().participant(),
        TABLE_BYTES * (1 + Runtime.getRuntime().availableProcessors())
            + 2L * Long.BYTES * algorithm.length());
  }
}
