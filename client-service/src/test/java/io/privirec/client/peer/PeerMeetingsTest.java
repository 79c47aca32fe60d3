package io.privirec.client.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.privirec.client.coordinator.PlainHttp;
import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.peers.Consensus;
import io.privirec.federation.peers.PeerTerms;
import io.privirec.federation.peers.Topology;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.peer.PeerEnvelope;
import io.privirec.secagg.peer.PeerGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Three participants in processes of their own but for the process.
class PeerMeetingsTest {
  private static final String SESSION = "a session / of any name";
  private static final int LENGTH = 40;
  private static final int SUMS = 6;
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final SecureRandom RANDOM = new SecureRandom();

  @TempDir Path directory;

  private final SortedMap<ParticipantId, PublicIdentityKey> members = new TreeMap<>();
  private final SortedMap<ParticipantId, IdentityKeyPair> identities = new TreeMap<>();
  private final SortedMap<ParticipantId, AgreementKeyPair> agreements = new TreeMap<>();
  private final SortedMap<ParticipantId, PeerMeetings> processes = new TreeMap<>();
  private final SortedMap<ParticipantId, HttpServer> servers = new TreeMap<>();
  private final SortedMap<ParticipantId, URI> addresses = new TreeMap<>();
  private final Seen seen = new Seen();

  @BeforeEach
  void begin() throws IOException {
    for (int n = 0; n < 3; n++) {
      ParticipantId id = new ParticipantId("p" + n);
      identities.put(id, IdentityKeyPair.generate(RANDOM));
      members.put(id, identities.get(id).publicKey());
      agreements.put(id, AgreementKeyPair.generate(KeyAgreement.X25519_MLKEM768, RANDOM));
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext("/v1/peer-messages", exchange -> take(id, exchange));
      server.start();
      servers.put(id, server);
      addresses.put(id, URI.create("http://127.0.0.1:" + server.getAddress().getPort()));
      start(id);
    }
  }

  /// What all processes tell together.
  private static final class Seen implements PeerObserver {
    private final Map<Way, LongAdder> ways = new ConcurrentHashMap<>();
    private final Map<Outcome, LongAdder> outcomes = new ConcurrentHashMap<>();
    private final LongAdder in = new LongAdder();
    private final LongAdder out = new LongAdder();
    private final LongAdder steps = new LongAdder();

    @Override
    public void sent(Way way, Outcome outcome, int bytes) {
      ways.computeIfAbsent(way, _ -> new LongAdder()).increment();
      outcomes.computeIfAbsent(outcome, _ -> new LongAdder()).increment();
      if (outcome == Outcome.TAKEN) {
        out.add(bytes);
      }
    }

    @Override
    public void received(int bytes) {
      in.add(bytes);
    }

    @Override
    public void stepAwaited(long nanos) {
      steps.increment();
    }
  }

  private void start(ParticipantId id) {
    processes.put(
        id,
        new PeerMeetings(
            directory.resolve(id.value()),
            new PeerSettings(null, null, LONGEST, LONGEST),
            new PeerPost(PlainHttp.tls(), seen),
            seen,
            RANDOM));
  }

  @AfterEach
  void end() {
    servers.values().forEach(server -> server.stop(0));
    processes.values().forEach(PeerMeetings::close);
  }

  private void take(ParticipantId id, HttpExchange exchange) throws IOException {
    int status = 403;
    try (exchange) {
      byte[] envelope = exchange.getRequestBody().readAllBytes();
      try {
        status = processes.get(id).receive(PeerEnvelope.decode(envelope)) ? 204 : 404;
      } catch (GeneralSecurityException e) {
        status = 403;
      } finally {
        exchange.sendResponseHeaders(status, -1);
      }
    }
  }

  private Optional<Path> attend(ParticipantId id) throws Exception {
    double[] own = new double[LENGTH];
    Arrays.fill(own, 0.25 * (1 + members.headMap(id).size()));
    return attend(
        id,
        (sums, result) -> {
          double all = 0;
          for (int number = 1; number <= SUMS; number++) {
            all += sums.sum(number, own, 8)[LENGTH - 1];
          }
          Files.writeString(result, Double.toString(all));
        });
  }

  private Optional<Path> attend(ParticipantId id, PeerCall.Work work) throws Exception {
    return processes
        .get(id)
        .attend(
            new PeerCall(
                SESSION,
                id,
                identities.get(id),
                agreements.get(id),
                new PeerGroup(Digest.of(new byte[] {1}), KeyAgreement.X25519_MLKEM768, members),
                new PeerTerms(new Topology.Ring(), new Consensus.Secure(), LENGTH),
                Map.copyOf(addresses),
                null,
                work));
  }

  private String found(ParticipantId id) throws Exception {
    long deadline = System.nanoTime() + LONGEST.toNanos();
    Optional<Path> result = attend(id);
    while (result.isEmpty() && System.nanoTime() < deadline) {
      Thread.sleep(10);
      result = attend(id);
    }
    return Files.readString(result.orElseThrow());
  }

  private void allFindTheSame() throws Exception {
    for (ParticipantId id : members.keySet()) {
      assertThat(attend(id)).isEmpty();
    }
    for (ParticipantId id : members.keySet()) {
      assertThat(found(id)).isEqualTo("9.0");
    }
  }

  @Test
  void participants_findTheSame_alsoAfterARestart() throws Exception {
    allFindTheSame();
    for (ParticipantId id : members.keySet()) {
      processes.get(id).close();
      start(id);
    }
    allFindTheSame();
  }

  @Test
  void observer_isToldWhatIsSentAndAwaited() throws Exception {
    allFindTheSame();
    assertThat(processes.values()).allSatisfy(process -> assertThat(process.running()).isZero());
    // That of the keys, and one for each sum.
    assertThat(seen.steps.sum()).isEqualTo((long) members.size() * (1 + SUMS));
    assertThat(seen.ways).containsOnlyKeys(PeerObserver.Way.DIRECT);
    assertThat(seen.outcomes).containsKey(PeerObserver.Outcome.TAKEN);
    // An answer may be on its way still.
    assertThat(seen.in.sum()).isPositive().isGreaterThanOrEqualTo(seen.out.sum());
  }

  @Test
  void participant_thatRefuses_saysSoEachTimeItIsAsked() throws Exception {
    PeerCall.Work refusing =
        (_, _) -> {
          throw new ContributionRefusedException("too much is asked");
        };
    ParticipantId first = members.firstKey();
    for (ParticipantId id : members.keySet()) {
      assertThat(attend(id, refusing)).isEmpty();
    }
    long deadline = System.nanoTime() + LONGEST.toNanos();
    boolean refused = false;
    while (!refused && System.nanoTime() < deadline) {
      try {
        assertThat(attend(first, refusing)).isEmpty();
        Thread.sleep(10);
      } catch (ContributionRefusedException e) {
        refused = true;
      }
    }
    assertThatThrownBy(() -> attend(first, refusing))
        .isInstanceOf(ContributionRefusedException.class)
        .hasMessage("too much is asked");
  }

  @Test
  void meeting_thatIsForgottenMidway_leavesNothing() throws Exception {
    ParticipantId first = members.firstKey();
    assertThat(attend(first)).isEmpty();
    PeerMeetings process = processes.get(first);
    assertThat(process.has(Optional.of(Digest.of(new byte[] {1})))).isTrue();
    assertThat(process.has(Optional.of(Digest.of(new byte[] {2})))).isFalse();
    assertThat(process.has(Optional.empty())).isFalse();
    process.forget(SESSION, first);
    assertThat(process.has(Optional.of(Digest.of(new byte[] {1})))).isFalse();
    assertThat(process.longestEnvelope()).isZero();
    try (Stream<Path> left = Files.walk(directory.resolve(first.value()))) {
      assertThat(left).containsExactly(directory.resolve(first.value()));
    }
    process.forget(SESSION, first);
  }

  @Test
  void answer_withoutEnd_isNotReadToItsEnd() throws Exception {
    ParticipantId id = members.firstKey();
    HttpServer endless =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    endless.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          byte[] more = new byte[1 << 14];
          while (true) {
            exchange.getResponseBody().write(more);
          }
        });
    endless.start();
    try (PeerPost post = new PeerPost(PlainHttp.tls(), seen)) {
      URI address = URI.create("http://127.0.0.1:" + endless.getAddress().getPort());
      assertThat(post.send(id, new byte[] {1}, Map.of(id, address), SESSION, null))
          .isEqualTo(PeerObserver.Outcome.LOST);
    } finally {
      endless.stop(0);
    }
  }
}
