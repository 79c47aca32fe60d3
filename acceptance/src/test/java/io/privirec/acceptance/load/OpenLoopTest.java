package io.privirec.acceptance.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OpenLoopTest {
  private static List<byte[]> requests(URI address) {
    return List.of(OpenLoop.request(address, Optional.of("{}"), Optional.empty()));
  }

  @Test
  void run_someAnswersThatAreErrors_sendsAllAndCountsThem() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(asked.incrementAndGet() % 10 == 0 ? 503 : 200, -1);
          exchange.close();
        });
    server.start();
    URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    try (Connections connections = new Connections(server.getAddress(), 8)) {
      OpenLoop.Outcome outcome =
          new OpenLoop(connections, 400, Duration.ofSeconds(30))
              .run(requests(address), Duration.ofMillis(500));

      assertThat(outcome.requests()).isEqualTo(200);
      assertThat(asked).hasValue(200);
      assertThat(outcome.others()).containsExactly(Map.entry(503, 20L));
      assertThat(outcome.micros().getTotalCount()).isEqualTo(180);
      assertThat(outcome.refused().getTotalCount()).isEqualTo(20);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void runInTurn_twoKinds_sendsAsManyOfEachAndKeepsThemApart() throws Exception {
    AtomicInteger refused = new AtomicInteger();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/good",
        exchange -> {
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.createContext(
        "/bad",
        exchange -> {
          refused.incrementAndGet();
          exchange.sendResponseHeaders(503, -1);
          exchange.close();
        });
    server.start();
    URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    try (Connections connections = new Connections(server.getAddress(), 8)) {
      List<OpenLoop.Outcome> outcomes =
          new OpenLoop(connections, 400, Duration.ofSeconds(30))
              .runInTurn(
                  List.of(requests(address.resolve("/good")), requests(address.resolve("/bad"))),
                  Duration.ofMillis(100),
                  Duration.ofMillis(500))
              .outcomes();

      assertThat(refused).as("20 of them while warming up").hasValue(120);
      assertThat(outcomes).extracting(OpenLoop.Outcome::requests).containsExactly(100L, 100L);
      assertThat(outcomes).extracting(OpenLoop.Outcome::errors).containsExactly(0L, 100L);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void run_nobodyThere_countsErrors() throws Exception {
    InetSocketAddress nobody = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    try (Connections connections = new Connections(nobody, 2)) {
      OpenLoop.Outcome outcome =
          new OpenLoop(connections, 400, Duration.ofSeconds(30))
              .run(requests(URI.create("http://127.0.0.1:1/")), Duration.ofMillis(50));

      assertThat(outcome.requests()).isEqualTo(20);
      assertThat(outcome.others()).containsExactly(Map.entry(Connections.NO_ANSWER, 20L));
    }
  }

  @Test
  void misses_eachLimit_isNamed() {
    LoadReport.Latency floor = new LoadReport.Latency("floor", 10, 0, 1, 2, 3, 4);
    LoadReport.Latency good = new LoadReport.Latency("model", 10, 0, 2, 4, 5, 6);
    LoadReport.Latency bad = new LoadReport.Latency("model", 10, 1, 6, 9, 9, 9);

    List<Stalls.Stall> stalls =
        List.of(new Stalls.Stall(1, 500, 9, 80, null), new Stalls.Stall(2, 30, 4, 1, null));

    assertThat(new LoadReport(9, good, floor, 2.0, 100, 190, 80, stalls).misses(5, 2, 30))
        .isEmpty();
    assertThat(new LoadReport(9, good, null, null, 100, 125, 0, List.of()).misses(5, 2, 0))
        .isEmpty();
    assertThat(new LoadReport(9, bad, floor, 4.5, 100, 200, 70, stalls).misses(5, 2, 20))
        .containsExactly(
            "there were errors",
            "p50 is above 5.0 ms",
            "p99 is more than 2.0 times the floor's",
            "the service itself made answers wait for more than 20.0 ms",
            "the heap grew");
  }
}
