package io.privirec.recommender;

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
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.json.JsonMapper;

/** Serves release directories over HTTP the way the coordinator does. */
final class TestCoordinator implements AutoCloseable {
  private final HttpServer server;
  private final Map<String, Path> releases = new ConcurrentHashMap<>();
  private volatile Path release;

  /** Pages of releases are no longer, whatever is asked for. */
  volatile int largestPage = 100;

  /** Queries of the pages that were asked for. */
  final List<String> pages = new CopyOnWriteArrayList<>();

  TestCoordinator() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/releases", this::handle);
    server.start();
  }

  void publish(Path directory) {
    releases.put(directory.getFileName().toString(), directory);
    release = directory;
  }

  /** Serves a release again, without making it the newest. */
  void restore(Path directory) {
    releases.put(directory.getFileName().toString(), directory);
  }

  URI uri() {
    return URI.create("http://localhost:" + server.getAddress().getPort());
  }

  /** Forgets a release. */
  void withdraw(String id) {
    releases.remove(id);
  }

  private synchronized void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    if (release == null) {
      answer(exchange, 404, new byte[0]);
    } else if (path.endsWith("/latest")) {
      latest(exchange);
    } else if (path.endsWith("/releases")) {
      all(exchange);
    } else {
      // /v1/releases/{id}/files/{name}
      Path named = Path.of(path);
      Path directory = releases.get(named.getName(2).toString());
      Path file = directory == null ? null : directory.resolve(named.getFileName());
      boolean there = file != null && Files.exists(file);
      answer(exchange, there ? 200 : 404, there ? Files.readAllBytes(file) : new byte[0]);
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
    answer(exchange, 200, JsonMapper.shared().writeValueAsBytes(view(release)));
  }

  private void all(HttpExchange exchange) throws IOException {
    List<ReleaseView> views = new ArrayList<>();
    for (Path directory : releases.values()) {
      views.add(view(directory));
    }
    views.sort(Comparator.comparing((ReleaseView view) -> view.manifest().createdAt()).reversed());
    String query = String.valueOf(exchange.getRequestURI().getQuery());
    pages.add(query);
    List<String> ids = views.stream().map(view -> view.manifest().releaseId()).toList();
    int from = query.contains("before=") ? 1 + ids.indexOf(query.replaceAll(".*before=", "")) : 0;
    List<ReleaseView> page = views.subList(from, Math.min(views.size(), from + largestPage));
    answer(exchange, 200, JsonMapper.shared().writeValueAsBytes(page));
  }

  private static ReleaseView view(Path directory) throws IOException {
    byte[] manifest = Files.readAllBytes(directory.resolve(ReleaseManifest.MANIFEST));
    return new ReleaseView(
        JsonMapper.shared().readValue(manifest, ReleaseManifest.class),
        Digest.of(manifest).hex(),
        Files.readString(directory.resolve(ReleaseManifest.SIGNATURE)));
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
