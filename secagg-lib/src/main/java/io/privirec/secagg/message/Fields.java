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
import java.util.function.BiConsumer;

/// Fields that several messages have, and the states that hold them.
public final class Fields {
  private Fields() {}

  /// Starts a message.
  static CanonicalWriter start(int type, Digest context) {
    return CanonicalWriter.ofType(type).fixed(context.bytes());
  }

  /// Starts a message of or for one participant.
  static CanonicalWriter start(int type, Digest context, ParticipantId participant) {
    return start(type, context).text(participant.value());
  }

  /// A message where no other may stand.
  static <M> M of(Class<M> kind, Object message) throws MalformedEncodingException {
    if (!kind.isInstance(message)) {
      throw new MalformedEncodingException("message must be of kind " + kind.getSimpleName());
    }
    return kind.cast(message);
  }

  static Digest context(CanonicalReader in) throws MalformedEncodingException {
    return Digest.fromBytes(in.fixed(Digest.SIZE_BYTES));
  }

  static ParticipantId participant(CanonicalReader in) throws MalformedEncodingException {
    return new ParticipantId(in.text());
  }

  static ByteString signature(CanonicalReader in) throws MalformedEncodingException {
    return ByteString.copyOf(in.fixed(PublicIdentityKey.SIGNATURE_BYTES));
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
  public static <T> CanonicalWriter write(
      CanonicalWriter out,
      SortedMap<ParticipantId, T> entries,
      BiConsumer<CanonicalWriter, T> writer) {
    out.u16(entries.size());
    entries.forEach((id, entry) -> writer.accept(out.text(id.value()), entry));
    return out;
  }

  public static <T> SortedMap<ParticipantId, T> read(
      CanonicalReader in, CanonicalReader.Body<T> reader) throws GeneralSecurityException {
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

  public static CanonicalWriter write(CanonicalWriter out, SortedSet<ParticipantId> participants) {
    out.u16(participants.size());
    participants.forEach(participant -> out.text(participant.value()));
    return out;
  }

  public static SortedSet<ParticipantId> readParticipants(CanonicalReader in)
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
}
