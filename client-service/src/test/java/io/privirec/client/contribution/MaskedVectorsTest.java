package io.privirec.client.contribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.client.participation.RoundKey;
import io.privirec.client.participation.SessionId;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.VectorSpec;
import io.privirec.serving.release.NoRoomException;
import io.privirec.serving.release.UsableSpace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MaskedVectorsTest {
  /// Five elements of 4 bytes in three chunks.
  private static final VectorSpec VECTOR =
      new VectorSpec("v", 5, 2, new Ring(32), 0, new Capacity.PerParticipant(10));

  private static final RoundKey FIRST = key("p1");
  private static final RoundKey SECOND = key("p2");

  @TempDir private Path directory;

  private static RoundKey key(String participant) {
    return new RoundKey(
        new SessionId("s-1"),
        new ParticipantId(participant),
        RoundId.random(new SecureRandom()),
        0,
        1);
  }

  private MaskedVectors withRoom(long bytes) {
    return new MaskedVectors(
        directory, UsableSpace.measuredBy(() -> UsableSpace.RESERVE_BYTES + bytes));
  }

  private static void writeAll(MaskedVectors.ChunkWriter writer) throws IOException {
    writer.write(2, new byte[] {9, 10, 11, 12});
    writer.write(0, new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
    writer.write(1, new byte[8]);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  @Test
  void chunks_areReadAsTheyWereWritten() throws Exception {
    MaskedVectors vectors = withRoom(VECTOR.totalBytes());

    vectors.store(FIRST, VECTOR, MaskedVectorsTest::writeAll);

    byte[] packed = new byte[VECTOR.bytesInChunk(0)];
    vectors.read(FIRST, VECTOR, 0, packed);
    assertThat(packed).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
    vectors.read(FIRST, VECTOR, 2, packed);
    assertThat(packed).startsWith(9, 10, 11, 12);
    assertThat(vectors.has(FIRST)).isTrue();
    assertThat(vectors.has(SECOND)).isFalse();
  }

  @Test
  void vectors_storedAtOneTime_doNotCountOnTheSameBytes() throws Exception {
    MaskedVectors vectors = withRoom(2 * VECTOR.totalBytes() - 1);

    vectors.store(
        FIRST,
        VECTOR,
        writer -> {
          assertThatThrownBy(() -> vectors.store(SECOND, VECTOR, MaskedVectorsTest::writeAll))
              .isInstanceOf(NoRoomException.class)
              .hasMessageStartingWith("no-room: the masked vector has 20 bytes; the disk has 19");
          writeAll(writer);
        });

    assertThat(vectors.has(FIRST)).isTrue();
    vectors.store(SECOND, VECTOR, MaskedVectorsTest::writeAll);
    assertThat(vectors.has(SECOND)).isTrue();
  }

  @Test
  void vectorWhoseSourceFails_leavesNothing() throws Exception {
    MaskedVectors vectors = withRoom(VECTOR.totalBytes());

    assertThatThrownBy(() ->
            vectors.store(
                FIRST,
                VECTOR,
                writer -> {
                  writer.write(0, new byte[8]);
                  throw new IOException("the database is away");
                }))
        .hasMessage("the database is away");

    assertThat(vectors.has(FIRST)).isFalse();
    assertThat(files()).isEmpty();
    vectors.store(FIRST, VECTOR, MaskedVectorsTest::writeAll);
    assertThat(vectors.has(FIRST)).isTrue();
  }
}
