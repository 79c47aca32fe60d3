package io.privirec.acceptance.endtoend;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.peer.PeerEnvelope;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The network before a client-service's port for peers, which treats envelopes as it is told. */
final class PeerProxy implements AutoCloseable {
  private static final int REMEMBERED = 64;
  private static final int LOST = 502;

  private final URI behind;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Set<Digest> groups = ConcurrentHashMap.newKeySet();
  private final Deque<byte[]> old = new ArrayDeque<>();
  private volatile Network network = envelope -> new Fate.Passed();

  /** What becomes of an envelope. */
  sealed interface Fate {
    /** It arrives. */
    record Passed() implements Fate {}

    /** It arrives, but its sender waits for the answer. */
    record Late(Duration by) implements Fate {}

    /** It arrives so many times, each time with one that has arrived long ago. */
    record Repeated(int times) implements Fate {}

    /** It never arrives, as its sender is told. */
    record Lost() implements Fate {}
  }

  /** Decides for one envelope after the other; is asked by several threads. */
  @FunctionalInterface
  interface Network {
    Fate fate(PeerEnvelope envelope);
  }

  /** At a free port. */
  PeerProxy(int port) throws IOException {
    behind = URI.create("http://127.0.0.1:%d".formatted(port));
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  URI uri() {
    return URI.create("http://127.0.0.1:%d".formatted(server.getAddress().getPort()));
  }

  /** From now on. */
  void become(Network other) {
    network = other;
  }

  /** Contexts of all envelopes until now: each session has another one. */
  Set<Digest> groups() {
    return Set.copyOf(groups);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      PeerEnvelope envelope = PeerEnvelope.decode(body);
      groups.add(envelope.context());
      exchange.sendResponseHeaders(
          answer(exchange.getRequestURI(), body, network.fate(envelope)), -1);
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private int answer(URI path, byte[] body, Fate fate) throws InterruptedException {
    return switch (fate) {
      case Fate.Passed() -> forward(path, body);
      case Fate.Late(Duration by) -> {
        boolean over = closed.await(by.toMillis(), TimeUnit.MILLISECONDS);
        yield over ? LOST : forward(path, body);
      }
      case Fate.Repeated(int times) -> {
        int first = forward(path, body);
        for (int again = 1; again < times; again++) {
          forward(path, body);
          forward(path, oldest(body));
        }
        yield first;
      }
      case Fate.Lost() -> LOST;
    };
  }

  /** Remembers one more. */
  private synchronized byte[] oldest(byte[] body) {
    old.addLast(body);
    return old.size() > REMEMBERED ? old.removeFirst() : old.getFirst();
  }

  private int forward(URI path, byte[] body) throws InterruptedException {
    try {
      return http.send(
              HttpRequest.newBuilder(behind.resolve(path))
                  .header("Content-Type", "application/vnd.privirec.peer.v1")
                  .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                  .build(),
              HttpResponse.BodyHandlers.discarding())
          .statusCode();
    } catch (IOException gone) {
      return LOST;
    }
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
    http.shutdownNow();
  }
}
