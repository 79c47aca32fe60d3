package io.privirec.secagg.message;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.crypto.encoding.CanonicalWriter;
import io.privirec.crypto.encoding.MalformedEncodingException;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;

/// One share per participant that exchanged shares: what takes the masks off the sum.
///
/// Bytes: `01 05 context[32] sender count[2]` and per reveal `owner kind[1] share[32]`, kind `01` a
/// share of the owner's self-mask seed, `02` of its mask key.
///
/// @param reveals ascending by owner
public record UnmaskAnswer(Digest context, ParticipantId sender, List<Reveal> reveals)
    implements ParticipantMessage {
  static final int TYPE = 0x05;
  private static final int SELF_MASK = 1;
  private static final int MASK_KEY = 2;

  public UnmaskAnswer {
    reveals = List.copyOf(reveals);
    Fields.requireAscending(reveals.stream().map(Reveal::owner).toList());
  }

  @Override
  public Phase phase() {
    return Phase.UNMASK;
  }

  @Override
  public byte[] encode() {
    CanonicalWriter out = Fields.start(TYPE, context, sender).u16(reveals.size());
    for (Reveal reveal : reveals) {
      int kind =
          switch (reveal) {
            case Reveal.SelfMaskShare _ -> SELF_MASK;
            case Reveal.MaskKeyShare _ -> MASK_KEY;
          };
      out.text(reveal.owner().value()).u8(kind).fixed(reveal.share().expose());
    }
    return out.toByteArray();
  }

  static UnmaskAnswer read(CanonicalReader in) throws GeneralSecurityException {
    Digest context = Fields.context(in);
    ParticipantId sender = Fields.participant(in);
    int count = Fields.entries(in);
    List<Reveal> reveals = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ParticipantId owner = Fields.participant(in);
      int kind = in.u8();
      SecretBytes share = SecretBytes.copyOf(in.fixed(ShareEnvelope.SHARE_BYTES));
      reveals.add(
          switch (kind) {
            case SELF_MASK -> new Reveal.SelfMaskShare(owner, share);
            case MASK_KEY -> new Reveal.MaskKeyShare(owner, share);
            default -> throw new MalformedEncodingException("unknown kind of reveal " + kind);
          });
    }
    return new UnmaskAnswer(context, sender, reveals);
  }
}
