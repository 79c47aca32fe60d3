package io.privirec.secagg.message;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.secagg.ParticipantId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.SortedMap;

/// All parts of the graph's seed. Everyone who advertised keys is here, or there is no graph.
///
/// Bytes: `01 16 context[32] count[2]` and per participant `sender seed[32]`.
///
/// @param context of the published advertisements
public record RevealedSeeds(Digest context, SortedMap<ParticipantId, ByteString> bySender)
    implements CoordinatorMessage {
  static final int TYPE = 0x16;
  private static final byte[] CONTEXT_TAG =
      "secagg/v1/revealed-seeds\0".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] GRAPH_TAG =
      "secagg/v1/sharing-graph\0".getBytes(StandardCharsets.US_ASCII);

  public RevealedSeeds {
    bySender = Fields.copyOf(bySender);
    bySender.values().forEach(SeedReveal::requireSeed);
  }

  /// The context of everything after this message.
  public Digest boundContext() {
    return Digest.of(CONTEXT_TAG, encode());
  }

  /// The seed of the sharing graph.
  public Digest graphSeed() {
    return Digest.of(GRAPH_TAG, encode());
  }

  @Override
  public byte[] encode() {
    return Fields.write(Fields.start(TYPE, context), bySender, (to, seed) -> to.fixed(seed.bytes()))
        .toByteArray();
  }

  static RevealedSeeds read(CanonicalReader in) throws GeneralSecurityException {
    return new RevealedSeeds(
        Fields.context(in),
        Fields.read(in, seed -> ByteString.copyOf(seed.fixed(SeedReveal.SEED_BYTES))));
  }
}
