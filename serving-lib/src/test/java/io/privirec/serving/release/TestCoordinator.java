package io.privirec.serving.release;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.privirec.crypto.digest.Digest;
import io.privirec.wire.Protection;
import io.privirec.wire.ReleaseClaimView;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.ReleaseView;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.json.JsonMapper;

/// Serves release directories over HTTP the way the coordinator does.
public final class TestCoordinator implements AutoCloseable {
  /// Paths and queries that were asked for.
  public final List<String> requests = new CopyOnWriteArrayList<>();

  /// Pages of releases are no longer, whatever is asked for.
  public volatile int largestPage = 100;

  /// Claim statuses by release: an answer each.
  public final Map<String, ReleaseClaimView> claims = new ConcurrentHashMap<>();

  /// The HTTP status of each answer about a claim; 0: the answer is in [#claims].
  public volatile int claimAnswer;

  private final InetSocketAddress address;
  private final Map<String, Path> releases = new ConcurrentHashMap<>();
  private volatile Path newest;
  private HttpServer server;

  public TestCoordinator() throws IOException {
    listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    address = server.getAddress();
  }

  private void listen(InetSocketAddress at) throws IOException {
    server = HttpServer.create(at, 0);
    server.createContext("/v1/releases", this::handle);
    server.start();
  }

  /// Takes no connection until the result is closed.
  public AutoCloseable away() {
    server.stop(0);
    return () -> listen(address);
  }

  /// Serves a release as the newest one.
  public void publish(Path directory) {
    restore(directory);
    newest = directory;
  }

  /// Serves a release again, without making it the newest.
  public void restore(Path directory) {
    releases.put(directory.getFileName().toString(), directory);
  }

  /// Forgets a release.
  public void withdraw(String id) {
    releases.remove(id);
  }

  public URI uri() {
    return URI.create("http://localhost:" + address.getPort());
  }

  private synchronized void handle(HttpExchange exchange) throws IOException {
    requests.add(exchange.getRequestURI().toString());
    Path path = Path.of(exchange.getRequestURI().getPath());
    if (path.endsWith("claim")) {
      claim(exchange, path.getName(2).toString());
    } else if (newest == null) {
      answer(exchange, 404, new byte[0]);
    } else if (path.endsWith("latest")) {
      latest(exchange);
    } else if (path.endsWith("releases")) {
      page(exchange);
    } else {
      // /v1/releases/{id}/files/{name}
      Path directory = releases.get(path.getName(2).toString());
      Path file = directory == null ? null : directory.resolve(path.getFileName());
      boolean isThere = file != null && Files.exists(file);
      answer(exchange, isThere ? 200 : 404, isThere ? Files.readAllBytes(file) : new byte[0]);
    }
  }

  private void latest(HttpExchange exchange) throws IOException {
    ReleaseView view = view(newest);
    String etag = "\"" + view.manifestSha256() + "\"";
    if (etag.equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
      answer(exchange, 304, new byte[0]);
    } else {
      exchange.getResponseHeaders().add("ETag", etag);
      answer(exchange, 200, JsonMapper.shared().writeValueAsBytes(view));
    }
  }

  private void claim(HttpExchange exchange, String release) throws IOException {
    ReleaseClaimView view = claims.get(release);
    if (claimAnswer != 0 || view == null) {
      answer(exchange, claimAnswer == 0 ? 404 : claimAnswer, new byte[0]);
    } else {
      answer(exchange, 200, JsonMapper.shared().writeValueAsBytes(view));
    }
  }

  /// States that the claim of a release holds.
  public void claimHolds(String release) {
    claims.put(
        release,
        new ReleaseClaimView(
            release,
            Protection.PRIVATE,
            true,
            null,
            null,
            1.,
            2.,
            3.,
            1e-6,
            2.5,
            1.5,
            Duration.ofDays(365),
            List.of()));
  }

  /// States that sums without noise were opened.
  public void claimEnded(String release, Instant since) {
    claims.put(
        release,
        new ReleaseClaimView(
            release,
            Protection.PRIVATE,
            false,
            "sums-without-noise",
            since,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            List.of()));
  }

  private void page(HttpExchange exchange) throws IOException {
    List<ReleaseView> views = new ArrayList<>();
    for (Path directory : releases.values()) {
      views.add(view(directory));
    }
    views.sort(Comparator.comparing((ReleaseView view) -> view.manifest().createdAt()).reversed());
    List<String> ids = views.stream().map(view -> view.manifest().releaseId()).toList();
    String query = String.valueOf(exchange.getRequestURI().getQuery());
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
