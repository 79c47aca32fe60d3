package io.privirec.round.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.round.BlobStore;
import io.privirec.round.SumEngine;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.VectorSpec;
import io.privirec.secagg.coordinator.Unmasker;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalSumEngineTest {
  private static final VectorSpec VECTOR = VectorSpec.ofCiphertexts("c", 3, 2);

  @TempDir private Path root;

  @Test
  void sum_ofCiphertexts_keepsEverybodysSideBySide() throws Exception {
    LocalBlobs blobs = new LocalBlobs(root.resolve("blobs"));
    LocalSumEngine engine =
        new LocalSumEngine(blobs, root.resolve("sums"), root.resolve("masked"), 2);
    RoundRecord record = record();
    blobs.prepare(record);
    SortedSet<ParticipantId> participants = new TreeSet<>();
    for (CohortMember member : record.cohort()) {
      participants.add(member.id());
      for (int chunk = 0; chunk < VECTOR.chunks(); chunk++) {
        stage(blobs, record.id(), member.id(), chunk, 1000L * participants.size());
      }
    }

    engine.sum(new SumEngine.Order(record.id(), VECTOR, participants, 0, Unmasker.none(VECTOR)));

    Aggregate gathered = engine.sums().open(record, participants);
    assertThat(gathered.length()).isEqualTo(3 * VECTOR.length());
    RingVector all = RingVector.zero(VECTOR.ring(), Math.toIntExact(gathered.length()));
    gathered.read(0, all);
    for (int n = 0; n < all.length(); n++) {
      int participant = Math.toIntExact(n / VECTOR.length());
      assertThat(all.getSigned(n)).isEqualTo(1000L * (participant + 1) + n % VECTOR.length());
    }
    RingVector part = RingVector.zero(VECTOR.ring(), 96);
    gathered.read(VECTOR.length() + 192, part);
    assertThat(part.getSigned(0)).isEqualTo(2192);
  }

  private static void stage(
      LocalBlobs blobs, RoundId round, ParticipantId participant, int chunk, long base)
      throws Exception {
    int elements = VECTOR.elementsInChunk(chunk);
    RingVector values = RingVector.zero(VECTOR.ring(), elements);
    for (int i = 0; i < elements; i++) {
      values.setSigned(i, base + VECTOR.firstElementOf(chunk) + i);
    }
    byte[] packed = new byte[VECTOR.bytesInChunk(chunk)];
    values.packInto(packed, 0, 0, elements);
    try (BlobStore.Draft draft = blobs.draft()) {
      draft.write(ByteBuffer.wrap(packed));
      draft.complete();
      draft.place(round, participant, chunk);
    }
  }

  private static RoundRecord record() {
    SecureRandom random = new SecureRandom();
    List<CohortMember> cohort =
        IntStream.range(0, 3)
            .mapToObj(n ->
                new CohortMember(
                    new ParticipantId("p" + n), IdentityKeyPair.generate(random).publicKey()))
            .toList();
    Digest none = Digest.of();
    return new RoundRecord(
        RoundId.random(random),
        "s",
        0,
        1,
        cohort,
        new RoundKind.Closed(new RosterReference(1, none), List.of(1)),
        KeyAgreement.X25519,
        VECTOR,
        none,
        none,
        none);
  }
}
