package io.privirec.client.contribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.client.participation.Refusal;
import io.privirec.client.participation.RefusedException;
import io.privirec.client.participation.SessionId;
import io.privirec.crypto.digest.Digest;
import io.privirec.serving.release.UsableSpace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The coordinator chooses when bodies begin and end and when a session is over for somebody.
class BroadcastsTest {
  private static final SessionId SESSION = new SessionId("s-1");
  private static final byte[] BOUND =
      "what the record binds".repeat(2_000).getBytes(StandardCharsets.UTF_8);
  private static final byte[] OTHER =
      "something else instead".repeat(2_000).getBytes(StandardCharsets.UTF_8);
  private static final Digest DIGEST = Digest.of(BOUND);

  private static final long MOST = 1 << 20;

  @TempDir Path directory;
  private Broadcasts broadcasts;

  @BeforeEach
  void open() {
    broadcasts = new Broadcasts(directory);
  }

  private Path obtain(byte[] body) throws IOException, RefusedException {
    return broadcasts.obtain(SESSION, 3, DIGEST, MOST, target -> Files.write(target, body));
  }

  private List<Path> files() throws IOException {
    if (!Files.isDirectory(directory.resolve(SESSION.value()))) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory.resolve(SESSION.value()))) {
      return files.toList();
    }
  }

  @Test
  void broadcast_isDownloadedOnceForAll() throws Exception {
    Path file = obtain(BOUND);

    assertThat(obtain(OTHER)).isEqualTo(file);
    assertThat(file).hasBinaryContent(BOUND);
  }

  @Test
  void broadcast_withoutRoomForTheLongestBody_isNotDownloaded() throws Exception {
    AtomicLong usable = new AtomicLong(UsableSpace.RESERVE_BYTES + MOST - 1);
    broadcasts = new Broadcasts(directory, UsableSpace.measuredBy(usable::get));

    assertThatThrownBy(() -> obtain(BOUND))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "no-room: the broadcast has up to %s bytes; the disk has %s beyond the %s bytes that stay free"
                .formatted(MOST, MOST - 1, UsableSpace.RESERVE_BYTES));
    assertThat(files()).isEmpty();

    usable.incrementAndGet();
    assertThat(obtain(BOUND)).hasBinaryContent(BOUND);
  }

  @Test
  void broadcast_thatIsHere_isReadFromAFullDisk() throws Exception {
    Path file = obtain(BOUND);
    broadcasts = new Broadcasts(directory, UsableSpace.measuredBy(() -> 0));

    assertThat(obtain(OTHER)).isEqualTo(file);
  }

  @Test
  void anotherBody_isRefusedAndNothingStays() throws IOException {
    assertThatThrownBy(() -> obtain(OTHER))
        .isInstanceOfSatisfying(
            RefusedException.class,
            refused -> assertThat(refused.reason()).isEqualTo(Refusal.BROADCAST_MISMATCH));
    assertThat(files()).isEmpty();
  }

  /// The name of a file says what it should be, not what it is.
  @Test
  void fileOfAnEarlierLife_isLookedAtOnceMore() throws Exception {
    Path file = obtain(BOUND);
    Files.write(file, OTHER);
    open();

    assertThat(obtain(BOUND)).hasBinaryContent(BOUND);
  }

  @Test
  void end_duringADownload_waitsForIt() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch sent = new CountDownLatch(1);
    try (ExecutorService participants = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Path> file =
          participants.submit(() ->
              broadcasts.obtain(
                  SESSION,
                  3,
                  DIGEST,
                  MOST,
                  target -> {
                    begun.countDown();
                    await(sent);
                    Files.write(target, BOUND);
                  }));
      begun.await();
      Future<?> end =
          participants.submit(() -> {
            broadcasts.forget(SESSION);
            return null;
          });
      sent.countDown();
      file.get();
      end.get();
    }
    assertThat(files()).isEmpty();
    assertThat(obtain(BOUND)).hasBinaryContent(BOUND);
  }

  /// One participant is told the end of the session again and again, another gets a wrong body.
  @Test
  void wrongBody_amongRightOnesAndEnds_isNeverTaken() throws Exception {
    AtomicInteger taken = new AtomicInteger();
    AtomicInteger working = new AtomicInteger(4);
    List<Future<?>> done = new ArrayList<>();
    try (ExecutorService participants = Executors.newFixedThreadPool(5)) {
      for (int n = 0; n < working.get(); n++) {
        byte[] body = n % 2 == 0 ? BOUND : OTHER;
        done.add(
            participants.submit(() -> {
              for (int again = 0; again < 1_000; again++) {
                taken.addAndGet(takes(body) ? 1 : 0);
              }
              return working.decrementAndGet();
            }));
      }
      done.add(
          participants.submit(() -> {
            while (working.get() > 0) {
              broadcasts.forget(SESSION);
            }
            return null;
          }));
      for (Future<?> each : done) {
        each.get();
      }
    }
    assertThat(taken).hasPositiveValue();
  }

  /// Whether a participant had a file to compute with, which then was the right one.
  private boolean takes(byte[] body) throws IOException {
    try {
      assertThat(Files.readAllBytes(obtain(body))).isEqualTo(BOUND);
      return true;
    } catch (RefusedException | NoSuchFileException e) {
      // Told by name, or it is over: both are asked for again.
      return false;
    }
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
