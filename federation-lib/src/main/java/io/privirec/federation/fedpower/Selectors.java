package io.privirec.federation.fedpower;

import io.privirec.crypto.aead.AesGcm;
import io.privirec.crypto.paillier.Ciphertext;
import io.privirec.crypto.paillier.PaillierEncryptor;
import io.privirec.crypto.paillier.PaillierPublicKey;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.federation.FileDraft;
import io.privirec.federation.factors.FedPowerBroadcast;
import io.privirec.federation.factors.FedPowerTerms;
import io.privirec.filter.safetensors.SafetensorsException;
import io.privirec.filter.safetensors.SafetensorsReader;
import io.privirec.filter.safetensors.SafetensorsWriter;
import io.privirec.filter.safetensors.TensorSpec;
import io.privirec.filter.safetensors.TensorType;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import javax.crypto.AEADBadTagException;

/// The broadcast before the answers with noise. It has the key, and for each participant an
/// encrypted 0 or 1. Exactly one of the numbers is 0. Each number is sealed for its participant
/// alone, because the key holder could decrypt it and must not learn the choice. As a safetensors
/// file:
///
/// - `item_degrees` V and `users`, as before a product
/// - `key`: I64, shape [576], the key and its proof, big endian
/// - `selectors`: U8, shape [participants, 796], each nonce, sealed ciphertext and tag
/// - `participants` in the metadata: their ids in order, each in a line
///
/// @param counts V and users
/// @param key encoded; not checked here
/// @param byParticipant sealed
@SuppressWarnings("ArrayRecordComponent") // never compared
record Selectors(
    FedPowerBroadcast counts, byte[] key, SortedMap<ParticipantId, byte[]> byParticipant) {
  private static final String KEY = "key";
  private static final String SELECTORS = "selectors";
  private static final String PARTICIPANTS = "participants";
  private static final int KEY_WORDS = PaillierPublicKey.ENCODED_BYTES / Long.BYTES;
  private static final int SEALED_BYTES = AesGcm.sealedBytes(PaillierPublicKey.CIPHERTEXT_BYTES);

  /// Of the tensors.
  static long bytes(int items, int participants) {
    return FedPowerBroadcast.bytes(items, 0)
        + PaillierPublicKey.ENCODED_BYTES
        + (long) participants * SEALED_BYTES;
  }

  /// With one node chosen, whose selector is 0: its noise is not among the answers, and stays. The
  /// key holder is never chosen: it sees the others' total, and can decrypt its own selector.
  ///
  /// @param participants at least one beside the key holder
  /// @param sync of the answers
  /// @param random chooses, and hides the choice
  static Selectors choose(
      FedPowerBroadcast counts,
      NoiseKeys keys,
      SortedSet<ParticipantId> participants,
      ParticipantId keyHolder,
      int sync,
      PaillierEncryptor encryptor,
      SecureRandom random) {
    List<ParticipantId> all = List.copyOf(participants);
    List<ParticipantId> others = all.stream().filter(id -> !id.equals(keyHolder)).toList();
    ParticipantId chosen = others.get(random.nextInt(others.size()));
    SortedMap<ParticipantId, byte[]> selectors = new TreeMap<>();
    for (ParticipantId participant : all) {
      BigInteger bit = participant.equals(chosen) ? BigInteger.ZERO : BigInteger.ONE;
      selectors.put(
          participant,
          seal(
              encryptor.encrypt(bit, random).encode(),
              keys.sealing(all.indexOf(participant)),
              participant,
              sync,
              random));
    }
    return new Selectors(counts, keys.publicKey(), selectors);
  }

  /// For one participant and synchronisation: another one does not open it.
  static byte[] seal(
      byte[] ciphertext,
      SecretBytes sealing,
      ParticipantId participant,
      int sync,
      SecureRandom random) {
    return AesGcm.seal(sealing, place(participant, sync), SecretBytes.copyOf(ciphertext), random);
  }

  private static byte[] place(ParticipantId participant, int sync) {
    return "fedpower-utility/selector/%s/%s"
        .formatted(sync, participant.value())
        .getBytes(StandardCharsets.UTF_8);
  }

  /// The selector of a participant.
  ///
  /// @param sealing the participant's key
  /// @throws GeneralSecurityException if there is none, it was sealed otherwise, or it is no
  ///   ciphertext under the key
  Ciphertext of(ParticipantId participant, SecretBytes sealing, int sync, PaillierPublicKey checked)
      throws GeneralSecurityException {
    byte[] sealed = byParticipant.get(participant);
    if (sealed == null) {
      throw new GeneralSecurityException("the broadcast has no selector for this participant");
    }
    byte[] selector;
    try {
      selector = AesGcm.open(sealing, place(participant, sync), sealed).expose();
    } catch (AEADBadTagException e) {
      throw new GeneralSecurityException(
          "the selector was not sealed for this participant and synchronisation", e);
    }
    Ciphertext ciphertext = checked.ciphertext(selector);
    if (!checked.hasSymbolOne(ciphertext)) {
      throw new GeneralSecurityException(
          "a selector must have the Jacobi symbol 1: another would tell whether the noise is even");
    }
    return ciphertext;
  }

  void write(Path file) throws IOException {
    List<TensorSpec> tensors =
        List.of(
            TensorSpec.of(
                FedPowerBroadcast.ITEM_DEGREES, TensorType.I64, counts.itemDegrees().length),
            TensorSpec.of(FedPowerBroadcast.USERS, TensorType.I64, 1),
            TensorSpec.of(KEY, TensorType.I64, KEY_WORDS),
            TensorSpec.of(SELECTORS, TensorType.U8, byParticipant.size(), SEALED_BYTES));
    Map<String, String> names =
        Map.of(
            PARTICIPANTS,
            String.join("\n", byParticipant.keySet().stream().map(ParticipantId::value).toList()));
    ByteBuffer selectors = ByteBuffer.allocate(byParticipant.size() * SEALED_BYTES);
    byParticipant.values().forEach(selectors::put);
    FileDraft.write(
        file,
        draft -> {
          try (SafetensorsWriter writer = SafetensorsWriter.create(draft, tensors, names)) {
            writer.writeI64(FedPowerBroadcast.ITEM_DEGREES, counts.itemDegrees());
            writer.writeI64(FedPowerBroadcast.USERS, counts.users());
            writer.writeI64(KEY, words(key));
            writer.writeU8(SELECTORS, selectors.array());
          }
        });
  }

  static Selectors read(Path file, FedPowerTerms algorithm) throws IOException {
    try (SafetensorsReader tensors = SafetensorsReader.open(file)) {
      String names = tensors.metadata().get(PARTICIPANTS);
      if (names == null) {
        throw new SafetensorsException("the metadata has no participants");
      }
      List<String> ids = List.of(names.split("\n", -1));
      byte[] all =
          tensors
              .segment(SELECTORS, TensorType.U8, ids.size(), SEALED_BYTES)
              .toArray(ValueLayout.JAVA_BYTE);
      SortedMap<ParticipantId, byte[]> selectors = new TreeMap<>();
      for (int n = 0; n < ids.size(); n++) {
        int from = n * SEALED_BYTES;
        byte[] own = Arrays.copyOfRange(all, from, from + SEALED_BYTES);
        if (selectors.put(participant(ids.get(n)), own) != null) {
          throw new SafetensorsException("the metadata has a participant twice");
        }
      }
      return new Selectors(
          FedPowerBroadcast.read(file, algorithm, /* startsFromSeed= */ true),
          bytes(tensors.i64(KEY, KEY_WORDS)),
          selectors);
    }
  }

  private static ParticipantId participant(String id) throws SafetensorsException {
    try {
      return new ParticipantId(id);
    } catch (IllegalArgumentException e) {
      throw new SafetensorsException("the metadata has a participant without an id");
    }
  }

  /// Big endian.
  static long[] words(byte[] bytes) {
    long[] words = new long[bytes.length / Long.BYTES];
    ByteBuffer.wrap(bytes).asLongBuffer().get(words);
    return words;
  }

  /// Big endian.
  static byte[] bytes(long[] words) {
    ByteBuffer bytes = ByteBuffer.allocate(words.length * Long.BYTES);
    bytes.asLongBuffer().put(words);
    return bytes.array();
  }
}
