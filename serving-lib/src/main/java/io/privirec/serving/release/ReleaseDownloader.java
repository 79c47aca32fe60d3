package io.privirec.serving.release;

import io.privirec.serving.release.ReleaseVerificationException.Reason;
import io.privirec.serving.scoring.ReleasedModel;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.ReleaseManifest.ReleaseFile;
import io.privirec.wire.ReleaseView;
import io.privirec.wire.client.UntrustedCertificate;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Fetches releases from a coordinator into a [ReleaseStore]. The connection is not trusted: a
/// release counts only if the pinned key signed it. Not thread-safe; one per store.
public final class ReleaseDownloader implements AutoCloseable {
  private static final Duration CONNECT_PATIENCE = Duration.ofSeconds(10);
  private static final Duration SMALL_PATIENCE = Duration.ofSeconds(30);

  /// The rate below which a download counts as stalled.
  private static final int SLOWEST_BYTES_PER_SECOND = 64 << 10;

  private static final long MAX_SMALL_BYTES = 16L << 20;

  /// A release of the largest cohort tells of half a megabyte of participants.
  private static final int PAGE = 20;

  private static final int MAX_PAGES = 100;

  private final URI coordinator;
  private final ReleaseStore store;
  private final HttpClient client;
  private @Nullable String etag;

  /// @param coordinator base address, such as `https://coordinator:8080`
  /// @param tls for an `https` address
  public ReleaseDownloader(URI coordinator, SSLContext tls, ReleaseStore store) {
    this.coordinator = coordinator;
    this.store = store;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_PATIENCE)
            .sslContext(tls)
            .build();
  }

  /// Asks for the newest release and fetches it unless it is here already.
  ///
  /// @return empty when there is none, or none newer than at the last call that returned one
  /// @throws IOException if the coordinator cannot be reached or does not serve it
  /// @throws ReleaseVerificationException if what it serves is not what its key signed; nothing of
  ///   it stays on the disk
  public Optional<VerifiedRelease> fetchLatest()
      throws IOException, InterruptedException, ReleaseVerificationException {
    HttpRequest.Builder request = request("/v1/releases/latest", SMALL_PATIENCE);
    if (etag != null) {
      request.header("If-None-Match", etag);
    }
    HttpResponse<byte[]> response =
        send(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_SMALL_BYTES));
    if (response.statusCode() == 304 || response.statusCode() == 404) {
      return Optional.empty();
    }
    requireOk(response);
    VerifiedRelease release = fetch(releaseId(response.body()));
    etag = response.headers().firstValue("ETag").orElse(null);
    return Optional.of(release);
  }

  /// Fetches the release to begin with: the newest release that reads histories. If no release
  /// reads histories, fetches the newest release. Looks at the newest two thousand.
  ///
  /// @param wanted which releases count, by a manifest that is not verified yet
  /// @return empty if no release counts
  /// @throws IOException as above
  /// @throws ReleaseVerificationException as above
  public Optional<VerifiedRelease> fetchBest(Predicate<ReleaseManifest> wanted)
      throws IOException, InterruptedException, ReleaseVerificationException {
    String before = "";
    Optional<String> newest = Optional.empty();
    for (int page = 0; page < MAX_PAGES; page++) {
      HttpResponse<byte[]> response =
          send(
              request("/v1/releases?limit=" + PAGE + before, SMALL_PATIENCE),
              BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_SMALL_BYTES));
      requireOk(response);
      List<ReleaseManifest> newestFirst = manifests(response.body());
      List<ReleaseManifest> counting = newestFirst.stream().filter(wanted).toList();
      Optional<String> id =
          counting.stream()
              .filter(ReleaseDownloader::readsHistories)
              .map(ReleaseManifest::releaseId)
              .findFirst();
      if (id.isPresent()) {
        return Optional.of(fetch(id.get()));
      }
      newest = newest.or(() -> counting.stream().map(ReleaseManifest::releaseId).findFirst());
      String next = newestFirst.isEmpty() ? before : before(newestFirst.getLast());
      // The same again: an end, or a coordinator that knows no pages.
      if (next.equals(before)) {
        break;
      }
      before = next;
    }
    return newest.isPresent() ? Optional.of(fetch(newest.get())) : Optional.empty();
  }

  private static boolean readsHistories(ReleaseManifest manifest) {
    return ReleasedModel.kind(manifest.model().kind())
        .filter(ReleasedModel.Kind::readsHistories)
        .isPresent();
  }

  private static String before(ReleaseManifest last) throws IOException {
    if (!SignedManifest.isPlainName(last.releaseId())) {
      throw new IOException("the coordinator names a release in an unusable way");
    }
    return "&before=" + last.releaseId();
  }

  private static List<ReleaseManifest> manifests(byte[] views) throws IOException {
    try {
      return Arrays.stream(JsonMapper.shared().readValue(views, ReleaseView[].class))
          .map(ReleaseView::manifest)
          .map(Objects::requireNonNull)
          .toList();
    } catch (JacksonException | NullPointerException e) {
      throw new IOException("the coordinator describes its releases in an unusable way", e);
    }
  }

  /// Fetches one release by its id, unless it is here already.
  ///
  /// @throws FileNotFoundException if the coordinator has no release of that id
  /// @throws NoRoomException if the disk has no room for its files
  public VerifiedRelease fetch(String releaseId)
      throws IOException, InterruptedException, ReleaseVerificationException {
    if (!SignedManifest.isPlainName(releaseId)) {
      throw new IOException("the coordinator names a release in an unusable way");
    }
    Optional<VerifiedRelease> here = store.find(releaseId);
    return here.isPresent() ? here.get() : download(releaseId);
  }

  private VerifiedRelease download(String releaseId)
      throws IOException, InterruptedException, ReleaseVerificationException {
    Path arriving = store.beginArrival();
    try {
      byte[] manifestBytes = small(releaseId, ReleaseManifest.MANIFEST);
      byte[] signature = small(releaseId, ReleaseManifest.SIGNATURE);
      SignedManifest signed = SignedManifest.read(manifestBytes, signature, store.coordinatorKey());
      if (!signed.manifest().releaseId().equals(releaseId)) {
        throw new ReleaseVerificationException(
            Reason.INCONSISTENT, "the manifest is of another release than the one asked for");
      }
      List<ReleaseFile> files = store.filesToFetch(signed);
      try (UsableSpace.Claim _ = store.claim(arriving, releaseId, files)) {
        Files.write(arriving.resolve(ReleaseManifest.MANIFEST), manifestBytes);
        Files.write(arriving.resolve(ReleaseManifest.SIGNATURE), signature);
        for (ReleaseFile file : files) {
          large(releaseId, file, arriving);
        }
      }
      return store.finishArrival(arriving);
    } finally {
      store.abandonArrival(arriving);
    }
  }

  private byte[] small(String releaseId, String name) throws IOException, InterruptedException {
    HttpResponse<byte[]> response =
        send(
            request(path(releaseId, name), SMALL_PATIENCE),
            BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_SMALL_BYTES));
    requireOk(response);
    return response.body();
  }

  /// Never writes more than the signed size.
  private void large(String releaseId, ReleaseFile file, Path directory)
      throws IOException, InterruptedException {
    BodyHandler<Path> toFile =
        BodyHandlers.ofFile(
            directory.resolve(file.name()),
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE);
    requireOk(
        send(
            request(path(releaseId, file.name()), patience(file.bytes())),
            BodyHandlers.limiting(toFile, file.bytes())));
  }

  /// How long a file of that size may take.
  static Duration patience(long bytes) {
    return SMALL_PATIENCE.plusSeconds(bytes / SLOWEST_BYTES_PER_SECOND);
  }

  /// Waits for the whole body, not only for its beginning as the request's own timeout does.
  private <T> HttpResponse<T> send(HttpRequest.Builder builder, BodyHandler<T> handler)
      throws IOException, InterruptedException {
    HttpRequest request = builder.build();
    CompletableFuture<HttpResponse<T>> answer = client.sendAsync(request, handler);
    try {
      return answer.get(request.timeout().orElseThrow().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      String why =
          UntrustedCertificate.in(e)
              .map(fault -> ": " + fault + " (privirec.coordinator.ssl-bundle names whom to trust)")
              .orElse("");
      throw new IOException("no answer from " + request.uri() + why, e.getCause());
    } catch (TimeoutException e) {
      throw new IOException("no complete answer in time from " + request.uri(), e);
    } finally {
      answer.cancel(true);
    }
  }

  private HttpRequest.Builder request(String path, Duration patience) {
    return HttpRequest.newBuilder(coordinator.resolve(path)).timeout(patience).GET();
  }

  private static String path(String releaseId, String name) {
    return "/v1/releases/" + releaseId + "/files/" + name;
  }

  private static void requireOk(HttpResponse<?> response) throws IOException {
    if (response.statusCode() == 404) {
      throw new FileNotFoundException(response.uri() + " answers 404");
    }
    if (response.statusCode() != 200) {
      throw new IOException(response.uri() + " answers " + response.statusCode());
    }
  }

  private static String releaseId(byte[] view) throws IOException {
    try {
      return JsonMapper.shared().readValue(view, ReleaseView.class).manifest().releaseId();
    } catch (JacksonException | NullPointerException e) {
      throw new IOException("the coordinator describes its release in an unusable way", e);
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
