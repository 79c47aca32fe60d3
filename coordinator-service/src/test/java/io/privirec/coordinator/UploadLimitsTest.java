package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.digest.Digest;
import io.privirec.wire.ChunkStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Participants that hold uploads open, and what that costs the others. One upload of each
/// participant is received at once, and two in all.
class UploadLimitsTest {
  private static final int TRICKLED_BYTES = 150;
  private static int cohorts;

  @TempDir static Path data;
  private static RunningCoordinator coordinator;
  private List<TestParticipant> all;
  private BareRound round;

  @BeforeAll
  static void start() {
    coordinator =
        RunningCoordinator.start(
            data,
            "--privirec.coordinator.uploads-per-participant=1",
            "--privirec.coordinator.uploads=2",
            "--privirec.body-grace=1s",
            "--privirec.body-pace=1KB",
            "--server.tomcat.connection-timeout=6s");
  }

  @AfterAll
  static void stop() {
    coordinator.close();
  }

  @BeforeEach
  void openRound() {
    open(coordinator);
  }

  private void open(RunningCoordinator on) {
    all = TestParticipant.enrolAll(on.api(), "limits-" + cohorts++, 3);
    round = BareRound.open(on, all);
    // Advertisements, then shares: what follows is masked input.
    round.serve();
    round.serve();
  }

  @Test
  void uploads_heldOpen_makeOthersWaitUntilTheyAreGivenUp() throws Exception {
    TestParticipant first = all.getFirst();
    try (Upload _ = new Upload(first, 0).send(10)) {
      awaitDrafts(1);
      Api.Answer another = first.put(round.hex(), 1);
      assertThat(another.problem()).isEqualTo("too-many-requests");
      assertThat(another.headers().firstValue("Retry-After")).contains("1");

      try (Upload _ = new Upload(all.get(1), 0).send(10)) {
        awaitDrafts(2);
        assertThat(all.get(2).put(round.hex(), 0).problem()).isEqualTo("too-many-requests");
      }
      awaitDrafts(1);
      assertThat(all.get(2).put(round.hex(), 0).status()).isEqualTo(204);
    }
    awaitDrafts(0);
    round.finish();
  }

  @Test
  void upload_brokenOff_leavesNothingAndIsSentAgain() throws Exception {
    TestParticipant first = all.getFirst();
    first.put(round.hex(), 0);
    try (Upload _ = new Upload(first, 1).send(TRICKLED_BYTES)) {
      awaitDrafts(1);
    }
    awaitDrafts(0);

    ChunkStatus status = round.chunksOf(first);
    assertThat(status.received()).containsOnlyKeys(0);
    round.finish();
  }

  /// Ten bytes a second would take it 15 seconds; the grace is one. What comes after the answer is
  /// not read: the connection is closed while the sender goes on.
  @Test
  void upload_thatTrickles_isEndedWithItsConnection() throws Exception {
    try (Upload slow = new Upload(all.getFirst(), 0)) {
      assertThat(slow.trickle()).startsWith("HTTP/1.1 408").contains("\"request-timeout\"");
      assertThat(slow.sent).isLessThan(TRICKLED_BYTES);
    }
    awaitDrafts(0);
    round.finish();
  }

  @Test
  void upload_thatStops_isEndedByTheTimeout() throws Exception {
    try (Upload stalled = new Upload(all.getFirst(), 0).send(10)) {
      assertThat(stalled.answer()).startsWith("HTTP/1.1 408").contains("\"request-timeout\"");
    }
    awaitDrafts(0);
    round.finish();
  }

  @Test
  void upload_toADiskWithoutRoom_isRefusedAndNothingIsKept(@TempDir Path full) throws Exception {
    try (RunningCoordinator tight =
        RunningCoordinator.start(full, "--privirec.coordinator.disk-reserve=1000000TB")) {
      open(tight);
      TestParticipant first = all.getFirst();

      Api.Answer refused = first.put(round.hex(), 0);
      assertThat(refused.status()).isEqualTo(507);
      assertThat(refused.problem()).isEqualTo("storage-full");
      assertThat(refused.headers().firstValue("Retry-After")).contains("10");
      assertThat(round.chunksOf(first).received()).isEmpty();

      TestCohort cohort = TestCohort.ofOneCell(tight, "tight", 3);
      Api.Answer session =
          tight.api().adminPost("/v1/sessions", cohort.privirecK(TestCohort.TINY, 1));
      assertThat(session.status()).isEqualTo(507);
      assertThat(session.problem()).isEqualTo("storage-full");
      assertThat(session.text())
          .containsPattern("takes at least [1-9][0-9]* bytes of the coordinator's disk")
          .contains("and 0 are free for it");
    }
  }

  private static void awaitDrafts(int count) {
    TestWait.until(count + " drafts", () -> drafts() == count);
  }

  private static long drafts() {
    try (Stream<Path> files = Files.list(data.resolve("blobs").resolve("drafts"))) {
      return files.count();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /// A PUT of a chunk whose body comes as the test wants.
  private final class Upload implements AutoCloseable {
    private final byte[] masked;
    private final Socket socket;
    private int sent;

    Upload(TestParticipant participant, int chunk) throws IOException {
      masked = participant.mask(round.hex(), chunk);
      String path = "/v1/rounds/" + round.hex() + "/chunks/" + chunk;
      Digest digest = Digest.of(masked);
      socket = new Socket(InetAddress.getLoopbackAddress(), coordinator.api().port());
      socket.setSoTimeout(30_000);
      socket.setTcpNoDelay(true);
      List<String> head = new ArrayList<>();
      head.add("PUT " + path + " HTTP/1.1");
      head.add("Host: localhost:" + coordinator.api().port());
      head.add(
          "Authorization: Bearer "
              + participant.tokens().issue("PUT", coordinator.api().uri(path), digest));
      head.add("Content-Type: application/octet-stream");
      head.add("Content-Length: " + masked.length);
      head.add("Content-Digest: " + Api.contentDigest(digest));
      String text = String.join("\r\n", head) + "\r\n\r\n";
      socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    Upload send(int bytes) throws IOException {
      socket.getOutputStream().write(masked, 0, bytes);
      return this;
    }

    /// Sends one byte ten times a second until the connection breaks; returns what came meanwhile.
    String trickle() throws Exception {
      InputStream in = socket.getInputStream();
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      while (sent < TRICKLED_BYTES) {
        try {
          socket.getOutputStream().write(masked[sent]);
          sent++;
          Thread.sleep(100);
          answer.write(in.readNBytes(in.available()));
        } catch (IOException _) {
          break;
        }
      }
      return answer.toString(StandardCharsets.UTF_8);
    }

    /// All that comes until the server closes the connection.
    String answer() throws IOException {
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
