package io.privirec.coordinator;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Takes traces as OpenTelemetry sends them: OTLP in Protocol Buffers, over HTTP.
final class TraceReceiver implements AutoCloseable {
  /// Of all fields of a span before its name.
  private static final int LONGEST_HEAD = 80;

  /// Every octet is a character, so that texts can be searched for octets.
  private final Queue<String> bodies = new ConcurrentLinkedQueue<>();

  private final HttpServer server;

  TraceReceiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/traces", this::take);
    server.start();
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v1/traces");
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      boolean expected =
          exchange.getRequestMethod().equals("POST")
              && "application/x-protobuf"
                  .equals(exchange.getRequestHeaders().getFirst("Content-Type"));
      if (expected) {
        bodies.add(
            new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
      }
      exchange.sendResponseHeaders(expected ? 200 : 400, -1);
    }
  }

  /// Whether a span of that name came, in that trace. A span begins with its trace id (field 1, 16
  /// octets) and span id (field 2, 8 octets); its name is field 5, after what the parent is (fields
  /// 3, 4 and 16).
  boolean has(String traceId, String name) {
    String begin =
        "\n"
            + (char) 16
            + new String(HexFormat.of().parseHex(traceId), StandardCharsets.ISO_8859_1);
    String called = "*" + (char) name.length() + name;
    for (String body : bodies) {
      for (int at = body.indexOf(begin); at >= 0; at = body.indexOf(begin, at + 1)) {
        int next = body.indexOf(called, at);
        if (next >= 0 && next - at < LONGEST_HEAD) {
          return true;
        }
      }
    }
    return false;
  }

  /// Whether a text is anywhere in what came.
  boolean tells(String text) {
    return bodies.stream().anyMatch(body -> body.contains(text));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
