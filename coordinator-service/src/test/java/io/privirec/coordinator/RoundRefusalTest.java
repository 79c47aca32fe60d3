package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.digest.Digest;
import io.privirec.round.ChunkStaging;
import io.privirec.round.ChunkUpload;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.MaskedInputCommitment;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.wire.ChunkStatus;
import io.privirec.wire.SessionView;
import io.privirec.wire.WorkList.WorkItem;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Everything out of place in a round, and the code that says so. One round is led through its
/// phases.
class RoundRefusalTest {
  private static int cohorts;
  private final RunningCoordinator coordinator = RunningCoordinator.shared();
  private final Api api = coordinator.api();
  private TestCohort cohort;
  private TestParticipant first;
  private String session;
  private String round;

  @BeforeEach
  void openRound() {
    cohort = TestCohort.ofOneCell(coordinator, "refuse-" + cohorts++, 3);
    first = cohort.participants().getFirst();
    SessionView started = cohort.start(cohort.privirecK(TestCohort.TINY, TestCohort.classical(1)));
    cohort.dataFor(started);
    session = started.id();
    round = first.poll(20).getFirst().roundId();
  }

  @Test
  void advertisement_repeatedOrOutOfPlace_isTakenOnceOrRefused() {
    ParticipantMessage advertisement = first.join(round);
    TestParticipant second = cohort.participants().get(1);
    KeyAdvertisement forged =
        KeyAdvertisement.sign(
            ((KeyAdvertisement) advertisement).context(),
            first.id(),
            ((KeyAdvertisement) advertisement).maskKey(),
            ((KeyAdvertisement) advertisement).channelKey(),
            Optional.empty(),
            second.identity());

    assertThat(first.post(round, forged).problem()).isEqualTo("bad-signature");
    assertThat(first.post(round, new byte[] {1, 2, 3}).problem()).isEqualTo("malformed-message");
    assertThat(first.post(round, new byte[(1 << 20) + 1]).problem()).isEqualTo("payload-too-large");
    assertThat(second.post(round, advertisement).problem()).isEqualTo("forbidden");
    assertThat(first.post(round, advertisement).status()).isEqualTo(204);
    assertThat(first.post(round, advertisement).status()).isEqualTo(204);
    assertThat(first.poll(0)).isEmpty();
    ParticipantMessage other = otherAdvertisement((KeyAdvertisement) advertisement);
    assertThat(first.post(round, other).problem()).isEqualTo("message-conflict");
    assertThat(first.get("/v1/rounds/" + round + "/message").problem()).isEqualTo("wrong-phase");
  }

  @Test
  void stranger_anyRoundResource_isNotInCohort() {
    TestParticipant stranger = TestParticipant.enrol(api, "stranger-" + round.substring(0, 8));

    for (String resource : List.of("record", "broadcast", "message", "chunks", "window")) {
      assertThat(stranger.get("/v1/rounds/" + round + "/" + resource).problem())
          .as(resource)
          .isEqualTo("not-in-cohort");
    }
    assertThat(stranger.get("/v1/sessions/" + session).problem()).isEqualTo("not-in-cohort");
    assertThat(first.get("/v1/sessions/" + session).status()).isEqualTo(200);
    assertThat(first.get("/v1/rounds/" + "ab".repeat(32) + "/record").problem())
        .isEqualTo("unknown-round");
    assertThat(first.get("/v1/rounds/nonsense/record").problem()).isEqualTo("unknown-round");
    assertThat(first.get("/v1/rounds/" + round + "/broadcast").problem()).isEqualTo("not-found");
  }

  @Test
  void chunk_outOfPlaceOrBroken_isRefusedAndLeavesNothing() {
    byte[] early = new byte[4];
    assertThat(first.put(round, 0, early, Digest.of(early)).problem()).isEqualTo("wrong-length");
    byte[] masked = toMaskedInput();

    byte[] longer = Arrays.copyOf(masked, masked.length + 4);
    byte[] other = masked.clone();
    other[0]++;
    assertThat(first.put(round, 0, longer, Digest.of(longer)).problem())
        .isEqualTo("payload-too-large");
    assertThat(first.put(round, 1, masked, Digest.of(masked)).problem()).isEqualTo("invalid-value");
    assertThat(first.put(round, 0, other, Digest.of(masked)).problem())
        .isEqualTo("digest-mismatch");
    assertThat(withoutLength(masked).problem()).isEqualTo("length-required");
    assertThat(status().received()).isEmpty();
    ParticipantMessage commitment = first.commit(round);
    assertThat(first.post(round, commitment).problem()).isEqualTo("chunks-missing");

    assertThat(first.put(round, 0, masked, Digest.of(masked)).status()).isEqualTo(204);
    assertThat(first.put(round, 0, masked, Digest.of(masked)).status()).isEqualTo(204);
    assertThat(first.put(round, 0, other, Digest.of(other)).problem()).isEqualTo("chunk-conflict");
    assertThat(status().received()).containsOnlyKeys(0).containsValue(Digest.of(masked).hex());
    assertThat(status().total()).isEqualTo(1);

    MaskedInputCommitment wrongRoot =
        MaskedInputCommitment.sign(
            new RoundKind.Closed(new RosterReference(1, Digest.of()), List.of(1)),
            ((MaskedInputCommitment) commitment).context(),
            first.id(),
            Digest.of(other),
            first.identity());
    assertThat(first.post(round, wrongRoot).problem()).isEqualTo("digest-mismatch");
    assertThat(first.post(round, commitment).status()).isEqualTo(204);
    assertThat(first.post(round, commitment).status()).isEqualTo(204);
    assertThat(first.post(round, wrongRoot).problem()).isEqualTo("message-conflict");
  }

  @Test
  void commitment_bytesOfAChunkLost_isRefused() throws Exception {
    byte[] masked = toMaskedInput();
    assertThat(first.put(round, 0, masked, Digest.of(masked)).status()).isEqualTo(204);
    ParticipantMessage commitment = first.commit(round);
    Files.delete(
        coordinator
            .dataDirectory()
            .resolve("blobs")
            .resolve(round)
            .resolve(first.id().value())
            .resolve("0"));

    assertThat(first.post(round, commitment).problem()).isEqualTo("chunks-missing");
  }

  @Test
  void chunks_moreAtOnceThanOneParticipantNeeds_areToldToWait() throws Exception {
    byte[] masked = toMaskedInput();
    CountDownLatch started = new CountDownLatch(32);
    CountDownLatch go = new CountDownLatch(1);
    List<Thread> uploads = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      InputStream body = new StalledBody(masked, started, go);
      uploads.add(
          Thread.ofVirtual()
              .start(() -> {
                try {
                  coordinator
                      .bean(ChunkStaging.class)
                      .stage(
                          RoundId.parse(round),
                          first.id(),
                          new ChunkUpload(0, masked.length, Digest.of(masked), body));
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              }));
    }
    assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();

    assertThat(first.put(round, 0, masked, Digest.of(masked)).problem())
        .isEqualTo("too-many-requests");
    go.countDown();
    for (Thread upload : uploads) {
      upload.join();
    }
    assertThat(first.put(round, 0, masked, Digest.of(masked)).status()).isEqualTo(204);
    assertThat(status().received()).containsOnlyKeys(0);
  }

  @Test
  void latecomer_afterTheDeadline_isToldThePhaseIsOver() {
    for (TestParticipant participant : cohort.participants().subList(1, 3)) {
      participant.serve(0);
    }
    ParticipantMessage advertisement = first.join(round);
    first.isSilentOn(_ -> true);
    coordinator.expirePhase(round);

    cohort.runUntil(session, view -> view.status() == SessionView.Status.FAILED);

    assertThat(first.post(round, advertisement).problem()).isEqualTo("wrong-phase");
  }

  @Test
  void poll_nothingOwed_waitsForTheNextPhaseAndAnswersAtOnce() throws Exception {
    first.serve(0);
    var waiting = Thread.ofVirtual().unstarted(() -> assertThat(next()).isEqualTo("MASKED_INPUT"));
    var failures = new java.util.concurrent.atomic.AtomicReference<Throwable>();
    waiting.setUncaughtExceptionHandler((_, e) -> failures.set(e));
    waiting.start();

    cohort.participants().get(1).serve(0);
    cohort.participants().get(2).serve(0);

    assertThat(waiting.join(java.time.Duration.ofSeconds(30))).isTrue();
    assertThat(failures.get()).isNull();
  }

  /// A body whose first byte comes late.
  private static final class StalledBody extends FilterInputStream {
    private final CountDownLatch started;
    private final CountDownLatch go;

    StalledBody(byte[] body, CountDownLatch started, CountDownLatch go) {
      super(new ByteArrayInputStream(body));
      this.started = started;
      this.go = go;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      started.countDown();
      try {
        go.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return super.read(into, from, length);
    }
  }

  private String next() {
    List<WorkItem> items = first.poll(30);
    return items.isEmpty() ? "nothing" : items.getFirst().phase();
  }

  /// Leads everyone to MASKED_INPUT and gives the first one's only chunk.
  private byte[] toMaskedInput() {
    cohort.participants().forEach(participant -> participant.serve(0));
    return first.mask(round, 0);
  }

  private ChunkStatus status() {
    return first.get("/v1/rounds/" + round + "/chunks").as(ChunkStatus.class);
  }

  private Api.Answer withoutLength(byte[] body) {
    String path = "/v1/rounds/" + round + "/chunks/0";
    return api.send(
        api.upload(first.tokens(), path, Digest.of(body))
            .PUT(BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(body))));
  }

  private KeyAdvertisement otherAdvertisement(KeyAdvertisement sent) {
    AgreementKeyPair fresh = AgreementKeyPair.generate(new SecureRandom());
    return KeyAdvertisement.sign(
        sent.context(),
        first.id(),
        fresh.publicKey(),
        sent.channelKey(),
        Optional.empty(),
        first.identity());
  }
}
