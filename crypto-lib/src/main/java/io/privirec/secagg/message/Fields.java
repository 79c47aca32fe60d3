package io.privirec.secagg.message;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.crypto.encoding.CanonicalWriter;
import io.privirec.crypto.encoding.MalformedEncodingException;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Thresholds;
import java.security.GeneralSecurityException;
import java.util.Collections;
import java.util.SequencedCollection;
import java.util.SortedMap;
import java.util.TreeMap;

/// Fields that several messages have.
final class Fields {
  private Fields() {}

  static Digest context(CanonicalReader in) throws MalformedEncodingException {
    return Digest.fromBytes(in.fixed(Digest.SIZE_BYTES));
  }

  static ParticipantId participant(CanonicalReader in) throws MalformedEncodingException {
    return new ParticipantId(in.text());
  }

  static ByteString signature(CanonicalReader in) throws MalformedEncodingException {
    return ByteString.copyOf(in.fixed(PublicIdentityKey.SIGNATURE_BYTES));
  }

  static void requireSignature(ByteString signature) {
    if (signature.sizeBytes() != PublicIdentityKey.SIGNATURE_BYTES) {
      throw new IllegalArgumentException(
          "signature must be 64 bytes. Provided value: " + signature.sizeBytes());
    }
  }

  /// A count of entries, each of which belongs to another participant.
  static int entries(CanonicalReader in) throws MalformedEncodingException {
    int count = in.u16();
    if (count > Thresholds.MAX_COHORT) {
      throw new MalformedEncodingException(
          "entries must be at most " + Thresholds.MAX_COHORT + ". Provided value: " + count);
    }
    return count;
  }

  static void requireAscending(SequencedCollection<ParticipantId> participants) {
    ParticipantId previous = null;
    for (ParticipantId participant : participants) {
      if (previous != null && previous.compareTo(participant) >= 0) {
        throw new IllegalArgumentException("entries must ascend by participant id");
      }
      previous = participant;
    }
  }

  static void write(CanonicalWriter out, SortedMap<ParticipantId, ByteString> ciphertexts) {
    out.u16(ciphertexts.size());
    ciphertexts.forEach((id, ciphertext) -> out.text(id.value()).fixed(ciphertext.bytes()));
  }

  static SortedMap<ParticipantId, ByteString> ciphertexts(CanonicalReader in)
      throws GeneralSecurityException {
    int count = entries(in);
    TreeMap<ParticipantId, ByteString> ciphertexts = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      ParticipantId id = participant(in);
      if (!ciphertexts.isEmpty() && ciphertexts.lastKey().compareTo(id) >= 0) {
        throw new MalformedEncodingException("entries must ascend by participant id");
      }
      ciphertexts.put(id, ByteString.copyOf(in.fixed(EncryptedShares.CIPHERTEXT_BYTES)));
    }
    return ciphertexts;
  }

  static SortedMap<ParticipantId, ByteString> copyOf(
      SortedMap<ParticipantId, ByteString> ciphertexts) {
    for (ByteString ciphertext : ciphertexts.values()) {
      if (ciphertext.sizeBytes() != EncryptedShares.CIPHERTEXT_BYTES) {
        throw new IllegalArgumentException(
            "encrypted shares must be %d bytes. Provided value: %d"
                .formatted(EncryptedShares.CIPHERTEXT_BYTES, ciphertext.sizeBytes()));
      }
    }
    return Collections.unmodifiableSortedMap(new TreeMap<>(ciphertexts));
  }
}
