package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.coordinator.housekeeping.TestHousekeeping;
import io.privirec.crypto.digest.Digest;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Envelopes of the three participants of a running session for each other.
class RelayTest {
  /// Longest content of an envelope.
  private static final int MAX_BYTES = 16 << 20;

  /// Envelopes that wait at once.
  private static final int MOST_ENVELOPES = 1024;

  /// Bytes of all waiting envelopes.
  private static final long MOST_BYTES = 256L << 20;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Envelope(long number, byte[] content) {}

  private static int cohorts;
  private RunningCoordinator coordinator;
  private Api api;
  private TestParticipant sender;
  private TestParticipant recipient;
  private TestParticipant third;
  private String session;

  @BeforeEach
  void startSession() {
    startSession(RunningCoordinator.shared());
  }

  private void startSession(RunningCoordinator on) {
    coordinator = on;
    api = on.api();
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "relay-" + cohorts++, 3);
    sender = cohort.participants().get(0);
    recipient = cohort.participants().get(1);
    third = cohort.participants().get(2);
    session = cohort.startTiny().id();
  }

  @Test
  void envelopes_ofSeveralSenders_comeToTheirRecipientOnly() {
    requireTaken(post(sender, recipient.name(), "one"));
    requireTaken(post(third, recipient.name(), "two"));
    requireTaken(post(sender, third.name(), "other"));

    List<Envelope> first = poll(recipient, 0);
    assertThat(texts(first)).containsExactly("one", "two");
    assertThat(first.get(1).number()).isGreaterThan(first.get(0).number());
    assertThat(texts(poll(third, 0))).containsExactly("other");
    assertThat(poll(sender, 0)).isEmpty();
  }

  @Test
  void poll_afterANumber_deletesOnlyWhatTheCallerHas() {
    for (String text : List.of("one", "two", "three")) {
      requireTaken(post(sender, recipient.name(), text));
    }
    requireTaken(post(sender, third.name(), "other"));
    List<Envelope> all = poll(recipient, 0);
    assertThat(texts(poll(recipient, 0))).containsExactly("one", "two", "three");

    assertThat(texts(poll(recipient, all.get(1).number()))).containsExactly("three");
    assertThat(texts(poll(recipient, 0))).containsExactly("three");
    assertThat(texts(poll(third, 0))).containsExactly("other");
    assertThat(waiting(recipient)).containsExactly(1L, 5L);

    assertThat(poll(recipient, Long.MAX_VALUE)).isEmpty();
    assertThat(waiting(recipient)).containsExactly(0L, 0L);
    assertThat(texts(poll(third, 0))).containsExactly("other");
    requireTaken(post(sender, recipient.name(), "four"));
    List<Envelope> later = poll(recipient, all.get(2).number());
    assertThat(texts(later)).containsExactly("four");
    assertThat(later.getFirst().number()).isGreaterThan(all.get(2).number());
  }

  @Test
  void envelope_sentTwice_isDeliveredTwice() {
    requireTaken(post(sender, recipient.name(), "again"));
    requireTaken(post(sender, recipient.name(), "again"));

    assertThat(texts(poll(recipient, 0))).containsExactly("again", "again");
  }

  @Test
  void mailbox_lostWithTheDatabase_goesOnAboveTheNumbersOfBefore() {
    requireTaken(post(sender, recipient.name(), "before"));
    long last = poll(recipient, 0).getLast().number();
    coordinator.update("delete from peer_message where session_id = ?", session);
    coordinator.update("delete from peer_mailbox where session_id = ?", session);
    assertThat(poll(recipient, last)).isEmpty();

    requireTaken(post(sender, recipient.name(), "after"));

    assertThat(texts(poll(recipient, last))).containsExactly("after");
  }

  @Test
  void pollers_twoAtOnce_areBothWokenByTheFirstEnvelope() throws Exception {
    List<CompletableFuture<List<Envelope>>> pollers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      pollers.add(
          CompletableFuture.supplyAsync(
              () -> frames(get(recipient, "?wait=20")), Thread::startVirtualThread));
    }
    assertThat(pollers).noneMatch(CompletableFuture::isDone);
    requireTaken(post(sender, third.name(), "for another one"));
    requireTaken(post(sender, recipient.name(), "ring"));

    for (CompletableFuture<List<Envelope>> poller : pollers) {
      assertThat(texts(poller.get(15, TimeUnit.SECONDS))).containsExactly("ring");
    }
  }

  @Test
  void pollers_thatDeleteAtOnce_leaveTheMailboxRight() throws Exception {
    for (int i = 0; i < 50; i++) {
      requireTaken(post(sender, recipient.name(), "message " + i));
    }
    long middle = poll(recipient, 0).get(24).number();

    AtOnce.call(
        8,
        () -> {
          requireTaken(post(sender, recipient.name(), "later"));
          return poll(recipient, middle);
        });

    assertThat(poll(recipient, 0)).hasSize(33);
    assertThat(waiting(recipient).getFirst()).isEqualTo(33);
  }

  @Test
  void senders_manyAtOnce_areSeenInTheOrderOfTheirNumbers() throws Exception {
    CompletableFuture<List<String>> seen =
        CompletableFuture.supplyAsync(() -> takeAll(400), Thread::startVirtualThread);

    AtOnce.call(
        8,
        () -> {
          for (int i = 0; i < 50; i++) {
            requireTaken(post(sender, recipient.name(), "x"));
          }
          return 0;
        });

    assertThat(seen.get(60, TimeUnit.SECONDS)).hasSize(400);
    assertThat(waiting(recipient).getFirst()).isZero();
  }

  /// What a recipient takes that says each time what it has.
  private List<String> takeAll(int count) {
    List<String> all = new ArrayList<>();
    long last = 0;
    while (all.size() < count) {
      List<Envelope> next = frames(get(recipient, "?wait=20&after=" + last));
      if (next.isEmpty()) {
        throw new AssertionError("lost after " + all.size());
      }
      all.addAll(texts(next));
      last = next.getLast().number();
    }
    poll(recipient, last);
    return all;
  }

  @Test
  void envelopes_ofTheGreatestLength_comeOneByOne() {
    byte[] great = new byte[MAX_BYTES];
    Arrays.fill(great, (byte) 7);
    requireTaken(post(sender, recipient.name(), great));
    requireTaken(post(sender, recipient.name(), "small"));
    requireTaken(post(sender, recipient.name(), "smaller"));

    List<Envelope> first = poll(recipient, 0);
    assertThat(first).hasSize(1);
    assertThat(first.getFirst().content()).isEqualTo(great);
    assertThat(texts(poll(recipient, first.getFirst().number())))
        .containsExactly("small", "smaller");
  }

  @Test
  void envelope_emptyTooLongOrOfNoLength_isRefused() {
    assertThat(post(sender, recipient.name(), new byte[0]).problem()).isEqualTo("wrong-length");
    Api.Answer long_ = post(sender, recipient.name(), new byte[MAX_BYTES + 1]);
    assertThat(long_.problem()).isEqualTo("payload-too-large");
    byte[] content = {1, 2, 3};
    HttpRequest.Builder chunked =
        request(sender, path("?to=" + recipient.name()), content)
            .POST(BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(content)));
    assertThat(api.send(chunked).problem()).isEqualTo("length-required");
    assertThat(poll(recipient, 0)).isEmpty();
  }

  @Test
  void envelope_thatTheTokenDoesNotSign_isRefusedAndNotKept() {
    byte[] content = {1, 2, 3};
    String path = path("?to=" + recipient.name());
    assertThat(
            api.send(
                    request(sender, path, new byte[] {3, 2, 1})
                        .POST(BodyPublishers.ofByteArray(content)))
                .problem())
        .isEqualTo("digest-mismatch");
    String unsigned = sender.tokens().issue("POST", api.uri(path));
    assertThat(
            api.send(
                    api.by(unsigned, path)
                        .header("Content-Type", "application/vnd.privirec.peer.v1")
                        .POST(BodyPublishers.ofByteArray(content)))
                .problem())
        .isEqualTo("unauthenticated");
    assertThat(
            api.send(
                    api.by(sender.tokens().issue("POST", api.uri(path), Digest.of(content)), path)
                        .header("Content-Type", "application/octet-stream")
                        .POST(BodyPublishers.ofByteArray(content)))
                .problem())
        .isEqualTo("unsupported-media-type");
    assertThat(poll(recipient, 0)).isEmpty();
  }

  @Test
  void stranger_sendingAndReceiving_isNotInCohort() {
    TestParticipant stranger = TestParticipant.enrol(api, "relay-stranger-" + cohorts++);

    assertThat(post(stranger, recipient.name(), "x").problem()).isEqualTo("not-in-cohort");
    assertThat(get(stranger, "?wait=0").problem()).isEqualTo("not-in-cohort");
    assertThat(post(sender, stranger.name(), "x").problem()).isEqualTo("unknown-participant");
    assertThat(post(sender, "nobody", "x").problem()).isEqualTo("unknown-participant");
    assertThat(post(sender, "No%20Id", "x").problem()).isEqualTo("unknown-participant");
    assertThat(api.adminGet(path("?wait=0")).problem()).isEqualTo("forbidden");
    assertThat(api.get(path("?wait=0")).problem()).isEqualTo("unauthenticated");
    assertThat(poll(recipient, 0)).isEmpty();
  }

  @Test
  void numbers_outOfRange_areRefused() {
    assertThat(get(recipient, "?after=-1").problem()).isEqualTo("invalid-value");
    assertThat(get(recipient, "?wait=21").problem()).isEqualTo("invalid-value");
    assertThat(get(recipient, "?wait=-1").problem()).isEqualTo("invalid-value");
    assertThat(get(recipient, "?after=9223372036854775808").status()).isBetween(400, 422);
    assertThat(get(recipient, "?after=x").status()).isBetween(400, 422);
  }

  @Test
  void session_unknownOrOver_takesAndGivesNothing() {
    requireTaken(post(sender, recipient.name(), "in time"));
    api.adminPost("/v1/sessions/" + session + ":cancel", "");

    assertThat(post(sender, recipient.name(), "late").problem()).isEqualTo("session-over");
    assertThat(get(recipient, "?wait=0").problem()).isEqualTo("session-over");
    session = "unknown";
    assertThat(post(sender, recipient.name(), "x").problem()).isEqualTo("unknown-session");
    assertThat(get(recipient, "?wait=0").problem()).isEqualTo("unknown-session");
  }

  @Test
  void mailbox_full_takesMoreOnceSomeAreDeleted() {
    requireTaken(post(sender, recipient.name(), "first"));
    requireTaken(post(sender, recipient.name(), "second"));
    long first = poll(recipient, 0).getFirst().number();
    fill(MOST_ENVELOPES - 1, 11);
    requireTaken(post(sender, recipient.name(), "last"));
    requireFull("one more");
    assertThat(post(sender, third.name(), "elsewhere").status()).isEqualTo(204);

    poll(recipient, first);
    requireTaken(post(sender, recipient.name(), "again"));
    requireFull("one more");

    fill(3, MOST_BYTES - 4);
    requireFull("bytes");
    requireTaken(post(sender, recipient.name(), "byte"));
    requireFull("b");
  }

  private void fill(int messages, long bytes) {
    coordinator.update(
        "update peer_mailbox set messages = ?, bytes = ? where session_id = ? and recipient = ?",
        messages,
        bytes,
        session,
        recipient.name());
  }

  private void requireFull(String text) {
    Api.Answer refused = post(sender, recipient.name(), text);
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.problem()).isEqualTo("mailbox-full");
    assertThat(refused.headers().firstValue("Retry-After")).contains("1");
  }

  @Test
  void mailboxes_ofASessionThatIsOver_areCollected() {
    requireTaken(post(sender, recipient.name(), "x"));
    TestHousekeeping.run(coordinator);
    assertThat(rows()).isEqualTo(2);
    api.adminPost("/v1/sessions/" + session + ":cancel", "");
    TestWait.until(
        "tidied up",
        () ->
            coordinator.value(
                Boolean.class, "select not active from aggregation_session where id = ?", session));

    TestHousekeeping.run(coordinator);

    assertThat(rows()).isZero();
  }

  private long rows() {
    return coordinator.count("peer_mailbox where session_id = ?", session)
        + coordinator.count("peer_message where session_id = ?", session);
  }

  @Test
  void envelope_thatAnotherReplicaTook_isDelivered(@TempDir Path data) throws Exception {
    String schema = RunningCoordinator.newSchema();
    try (RunningCoordinator one = RunningCoordinator.startIn(schema, data);
        RunningCoordinator other = RunningCoordinator.startIn(schema, data)) {
      startSession(one);
      CompletableFuture<List<Envelope>> poller =
          CompletableFuture.supplyAsync(
              () -> frames(get(recipient, "?wait=20")), Thread::startVirtualThread);

      api = other.api();
      requireTaken(post(sender, recipient.name(), "from there"));

      assertThat(texts(poller.get(15, TimeUnit.SECONDS))).containsExactly("from there");
    }
  }

  @Test
  void service_thatStops_endsWaitingPolls(@TempDir Path data) throws Exception {
    CompletableFuture<Api.Answer> waiting;
    try (RunningCoordinator stopping = RunningCoordinator.start(data)) {
      startSession(stopping);
      requireTaken(post(sender, recipient.name(), "x"));
      long number = poll(recipient, 0).getFirst().number();
      waiting =
          CompletableFuture.supplyAsync(
              () -> get(recipient, "?wait=20&after=" + number), Thread::startVirtualThread);
      TestWait.until("deleted, and waits", () -> waiting(recipient).getFirst() == 0);
    }
    assertThat(waiting.get(10, TimeUnit.SECONDS).bytes()).isEmpty();
  }

  private Api.Answer post(TestParticipant from, String to, String text) {
    return post(from, to, text.getBytes(StandardCharsets.US_ASCII));
  }

  private Api.Answer post(TestParticipant from, String to, byte[] content) {
    return api.send(
        request(from, path("?to=" + to), content).POST(BodyPublishers.ofByteArray(content)));
  }

  private HttpRequest.Builder request(TestParticipant from, String path, byte[] signed) {
    return api.by(from.tokens().issue("POST", api.uri(path), Digest.of(signed)), path)
        .header("Content-Type", "application/vnd.privirec.peer.v1");
  }

  private String path(String query) {
    return "/v1/sessions/" + session + "/peer-messages" + query;
  }

  private Api.Answer get(TestParticipant caller, String query) {
    return caller.get(path(query));
  }

  private List<Envelope> poll(TestParticipant caller, long after) {
    return frames(get(caller, "?wait=0&after=" + after));
  }

  private static List<Envelope> frames(Api.Answer answer) {
    ByteBuffer body = ByteBuffer.wrap(answer.bytes());
    List<Envelope> envelopes = new ArrayList<>();
    while (body.hasRemaining()) {
      long number = body.getLong();
      byte[] content = new byte[body.getInt()];
      body.get(content);
      envelopes.add(new Envelope(number, content));
    }
    assertThat(IntStream.range(1, envelopes.size()))
        .allMatch(i -> envelopes.get(i - 1).number() < envelopes.get(i).number());
    return envelopes;
  }

  private static List<String> texts(List<Envelope> envelopes) {
    return envelopes.stream()
        .map(each -> new String(each.content(), StandardCharsets.US_ASCII))
        .toList();
  }

  /// Envelopes and bytes that the mailbox is said to have.
  private List<Long> waiting(TestParticipant participant) {
    return coordinator
        .jdbc()
        .sql("select messages, bytes from peer_mailbox where session_id = ? and recipient = ?")
        .params(session, participant.name())
        .query((row, _) -> List.of(row.getLong(1), row.getLong(2)))
        .single();
  }

  private static void requireTaken(Api.Answer answer) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(204);
  }
}
