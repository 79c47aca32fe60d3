package io.privirec.stage.meters;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.privirec.stage.meters.PhaseTraffic.PhaseLine;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PhaseTrafficTest {
  /// Of a session that ended before the first look.
  private static final String ENDED =
      """
      secagg_bytes_total{direction="in"} 700.0
      secagg_bytes_total{direction="out"} 300.0
      secagg_sessions{phase="masked_input"} 0.0
      secagg_phase_seconds_sum{phase="advertise_keys"} 0.25
      secagg_phase_seconds_sum{phase="masked_input"} 0.5
      """;

  @Test
  void lines_sessionBetweenTwoLooks_haveAllPhasesAndBytes() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] text = ENDED.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, text.length);
          exchange.getResponseBody().write(text);
          exchange.close();
        });
    server.start();
    URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    try (PhaseTraffic traffic = new PhaseTraffic(uri)) {
      traffic.look();

      assertThat(traffic.lines())
          .containsExactly(
              new PhaseLine("ADVERTISE_KEYS", .25, 0, 0),
              new PhaseLine("MASKED_INPUT", .5, 700, 300));
    } finally {
      server.stop(0);
    }
  }
}
