package io.privirec.secagg.message;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.crypto.encoding.CanonicalWriter;
import io.privirec.crypto.encoding.MalformedEncodingException;
import io.privirec.secagg.ParticipantId;
import java.security.GeneralSecurityException;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// Who is in the sum. Whoever exchanged shares and is not named here has dropped out; it is not
/// spelled out, so that nobody can be listed as both.
///
/// Bytes: `01 15 context[32] count[2]` and the survivors.
public record UnmaskRequest(Digest context, SortedSet<ParticipantId> survivors)
    implements CoordinatorMessage {
  static final int TYPE = 0x15;

  public UnmaskRequest {
    survivors = Collections.unmodifiableSortedSet(new TreeSet<>(survivors));
  }

  public static UnmaskRequest of(Digest context, Collection<ParticipantId> survivors) {
    return new UnmaskRequest(context, new TreeSet<>(survivors));
  }

  @Override
  public byte[] encode() {
    CanonicalWriter out = CanonicalWriter.ofType(TYPE).fixed(context.bytes()).u16(survivors.size());
    survivors.forEach(survivor -> out.text(survivor.value()));
    return out.toByteArray();
  }

  public static UnmaskRequest decode(byte[] encoded) throws GeneralSecurityException {
    return CanonicalReader.decode(encoded, TYPE, UnmaskRequest::read);
  }

  private static UnmaskRequest read(CanonicalReader in) throws GeneralSecurityException {
    Digest context = Fields.context(in);
    int count = Fields.entries(in);
    TreeSet<ParticipantId> survivors = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      ParticipantId survivor = Fields.participant(in);
      if (!survivors.isEmpty() && survivors.last().compareTo(survivor) >= 0) {
        throw new MalformedEncodingException("survivors must ascend by participant id");
      }
      survivors.add(survivor);
    }
    return new UnmaskRequest(context, survivors);
  }
}
