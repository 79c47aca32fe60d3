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
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

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

  /// A list in ascending order of participant id.
  static <T> void write(
      CanonicalWriter out, SortedMap<ParticipantId, T> entries, EntryWriter<T> writer) {
    out.u16(entries.size());
    entries.forEach((id, entry) -> writer.write(out.text(id.value()), entry));
  }

  static <T> SortedMap<ParticipantId, T> read(CanonicalReader in, EntryReader<T> reader)
      throws GeneralSecurityException {
    int count = entries(in);
    TreeMap<ParticipantId, T> entries = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      ParticipantId id = participant(in);
      if (!entries.isEmpty() && entries.lastKey().compareTo(id) >= 0) {
        throw new MalformedEncodingException("entries must ascend by participant id");
      }
      entries.put(id, reader.read(in));
    }
    return entries;
  }

  static void write(CanonicalWriter out, SortedSet<ParticipantId> participants) {
    out.u16(participants.size());
    participants.forEach(participant -> out.text(participant.value()));
  }

  static SortedSet<ParticipantId> readParticipants(CanonicalReader in)
      throws GeneralSecurityException {
    int count = entries(in);
    TreeSet<ParticipantId> participants = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      ParticipantId participant = participant(in);
      if (!participants.isEmpty() && participants.last().compareTo(participant) >= 0) {
        throw new MalformedEncodingException("participants must ascend by id");
      }
      participants.add(participant);
    }
    return participants;
  }

  static <T> SortedMap<ParticipantId, T> copyOf(SortedMap<ParticipantId, T> entries) {
    return Collections.unmodifiableSortedMap(new TreeMap<>(entries));
  }

  static SortedSet<ParticipantId> copyOf(SortedSet<ParticipantId> participants) {
    return Collections.unmodifiableSortedSet(new TreeSet<>(participants));
  }

  /// Writes what a list says of one participant.
  interface EntryWriter<T> {
    void write(CanonicalWriter out, T entry);
  }

  /// Reads what a list says of one participant.
  interface EntryReader<T> {
    T read(CanonicalReader in) throws GeneralSecurityException;
  }
}
