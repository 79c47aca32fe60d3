package io.privirec.serving.release;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.privirec.crypto.digest.Digest;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.ReleaseView;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/// Serves one release directory over HTTP the way the coordinator does.
final class TestCoordinator implements AutoCloseable {
  final List<String> requests = new ArrayList<>();
  private final HttpServer server;
  private volatile Path release;

  TestCoordinator() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/releases", this::handle);
    server.start();
  }

  void publish(Path directory) {
    release = directory;
  }

  URI uri() {
    return URI.create("http://localhost:" + server.getAddress().getPort());
  }

  private synchronized void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    requests.add(path);
    if (release == null) {
      answer(exchange, 404, new byte[0]);
    } else if (path.endsWith("/latest")) {
      latest(exchange);
    } else {
      Path file = release.resolve(path.substring(path.lastIndexOf('/') + 1));
      answer(
          exchange,
          Files.exists(file) ? 200 : 404,
          Files.exists(file) ? Files.readAllBytes(file) : new byte[0]);
    }
  }

  private void latest(HttpExchange exchange) throws IOException {
    byte[] manifest = Files.readAllBytes(release.resolve(ReleaseManifest.MANIFEST));
    String hash = Digest.of(manifest).hex();
    String etag = "\"" + hash + "\"";
    if (etag.equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
      answer(exchange, 304, new byte[0]);
      return;
    }
    exchange.getResponseHeaders().add("ETag", etag);
    ReleaseView view =
        new ReleaseView(
            JsonMapper.shared().readValue(manifest, ReleaseManifest.class),
            hash,
            Files.readString(release.resolve(ReleaseManifest.SIGNATURE)));
    answer(exchange, 200, JsonMapper.shared().writeValueAsBytes(view));
  }

  private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    try (var out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
