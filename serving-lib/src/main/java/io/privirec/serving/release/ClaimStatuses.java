package io.privirec.serving.release;

import io.privirec.wire.ClaimView;
import io.privirec.wire.ReleaseClaimView;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// The claim status of the releases in use. A separate thread asks the coordinator, so that a long
/// download delays no status. Readers show ε only if the coordinator confirmed the claim within the
/// last [#POLLS] polls, or within [#LEAST_AGE] if that is longer. An attacker on the connection
/// must not keep an ε alive. If the coordinator stated a sum without noise, that status stays while
/// the process runs. Thread-safe.
public final class ClaimStatuses implements AutoCloseable {
  private static final int POLLS = 3;
  private static final Duration LEAST_AGE = Duration.ofMinutes(2);

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration STOP_TIME = Duration.ofSeconds(10);
  private static final int MAX_BYTES = 64 << 10;
  private static final Pattern REASON = Pattern.compile("[a-z][a-z-]{0,63}");

  /// The statuses with which coordinators answer that have no claim statuses, or no such release.
  private static final List<Integer> NOT_OFFERED = List.of(401, 403, 404, 405);

  /// The knowledge about a release.
  private sealed interface Known {
    record NotAsked() implements Known {}

    record Unreachable() implements Known {}

    record NotOffered(int httpStatus) implements Known {}

    record Answered(ReleaseClaimView view, Instant at) implements Known {
      Optional<Instant> sumsWithoutNoise() {
        return Optional.ofNullable(view.sumsWithoutNoiseAt());
      }
    }
  }

  private final URI coordinator;
  private final HttpClient client;
  private final Duration interval;
  private final Duration oldest;
  private final Clock clock;
  private final Map<String, Known> known = new ConcurrentHashMap<>();
  private final Semaphore wake = new Semaphore(0);
  private @Nullable Thread thread;

  /// Creates the statuses; nothing runs yet.
  ///
  /// @param coordinator base address, such as `https://coordinator:8080`
  /// @param tls for an `https` address
  /// @param interval time between two requests for the status of a release
  public ClaimStatuses(URI coordinator, SSLContext tls, Duration interval, Clock clock) {
    this.coordinator = coordinator;
    this.interval = interval;
    this.oldest = oldest(interval);
    this.clock = clock;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .sslContext(tls)
            .build();
  }

  /// Returns the age up to which the coordinator's confirmation of a claim counts.
  ///
  /// @param interval between two polls
  static Duration oldest(Duration interval) {
    Duration polls = interval.multipliedBy(POLLS);
    return polls.compareTo(LEAST_AGE) > 0 ? polls : LEAST_AGE;
  }

  /// Starts the thread; once.
  ///
  /// @param inUse returns the releases whose status is needed, at each poll
  public synchronized void start(Supplier<? extends Collection<VerifiedRelease>> inUse) {
    thread = Thread.ofPlatform().name("claims").daemon().start(() -> run(inUse));
  }

  private void run(Supplier<? extends Collection<VerifiedRelease>> inUse) {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        poll(inUse.get());
        wake.tryAcquire(interval.toMillis(), TimeUnit.MILLISECONDS);
        wake.drainPermits();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Asks for the status of each release with a claim, and forgets the others.
  void poll(Collection<VerifiedRelease> inUse) throws InterruptedException {
    List<String> ids =
        inUse.stream()
            .filter(release -> release.claim().isPresent())
            .map(release -> release.manifest().releaseId())
            .toList();
    known.keySet().retainAll(ids.stream().collect(Collectors.toUnmodifiableSet()));
    for (String id : ids) {
      Known before = known.getOrDefault(id, new Known.NotAsked());
      known.put(id, after(before, id));
    }
  }

  private Known after(Known before, String id) throws InterruptedException {
    boolean isMarked =
        before instanceof Known.Answered answered && answered.sumsWithoutNoise().isPresent();
    if (isMarked) {
      return before;
    }
    try {
      return ask(id);
    } catch (IOException e) {
      return before instanceof Known.NotAsked ? new Known.Unreachable() : before;
    }
  }

  private Known ask(String id) throws IOException, InterruptedException {
    Instant asked = clock.instant();
    HttpRequest request =
        HttpRequest.newBuilder(coordinator.resolve("/v1/releases/" + id + "/claim"))
            .timeout(PATIENCE)
            .GET()
            .build();
    HttpResponse<byte[]> response = send(request);
    if (NOT_OFFERED.contains(response.statusCode())) {
      return new Known.NotOffered(response.statusCode());
    }
    if (response.statusCode() != 200) {
      throw new IOException(response.uri() + " answers " + response.statusCode());
    }
    return new Known.Answered(read(id, response.body()), asked);
  }

  /// Waits for the whole body: the request's own timeout ends with the head.
  private HttpResponse<byte[]> send(HttpRequest request) throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<byte[]>> answer =
        client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_BYTES));
    try {
      return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IOException("no answer from " + request.uri(), e.getCause());
    } catch (TimeoutException e) {
      throw new IOException("no complete answer in time from " + request.uri(), e);
    } finally {
      answer.cancel(true);
    }
  }

  private static ReleaseClaimView read(String id, byte[] body) throws IOException {
    ReleaseClaimView view;
    try {
      view = JsonMapper.shared().readValue(body, ReleaseClaimView.class);
    } catch (JacksonException e) {
      throw new IOException("the coordinator states the status of a claim in an unusable way", e);
    }
    boolean isUsable =
        id.equals(view.releaseId())
            && (!view.holds()
                || (isEpsilon(view.epsilonLifetime())
                    && isEpsilon(view.epsilonPeriod())
                    && view.period() != null
                    && view.sumsWithoutNoiseAt() == null));
    if (!isUsable) {
      throw new IOException("the coordinator states the status of a claim in an unusable way");
    }
    return view;
  }

  private static boolean isEpsilon(@Nullable Double stated) {
    return stated != null && Double.isFinite(stated);
  }

  /// Returns the claim of a release as it is shown now.
  public ShownClaim shown(VerifiedRelease release) {
    Optional<ClaimView> claim = release.claim();
    if (claim.isEmpty()) {
      return ShownClaim.noNoise();
    }
    Known now = known.computeIfAbsent(release.manifest().releaseId(), _ -> asked());
    return switch (now) {
      case Known.NotAsked() -> without("the coordinator was not asked yet");
      case Known.Unreachable() -> without("the coordinator does not answer");
      case Known.NotOffered(int httpStatus) ->
          without(
              "the coordinator does not state whether the claim holds (HTTP " + httpStatus + ")");
      case Known.Answered answered -> answered(claim.get(), answered);
    };
  }

  /// A release that the thread does not know yet is asked for at once.
  private Known asked() {
    wake.release();
    return new Known.NotAsked();
  }

  private ShownClaim answered(ClaimView claim, Known.Answered answered) {
    if (answered.sumsWithoutNoise().isPresent()) {
      return ShownClaim.withoutEpsilon(
          ClaimText.sumsWithoutNoise(answered.sumsWithoutNoise().get()));
    }
    ReleaseClaimView view = answered.view();
    Double lifetime = view.epsilonLifetime();
    Double ofPeriod = view.epsilonPeriod();
    Duration period = view.period();
    if (!view.holds() || lifetime == null || ofPeriod == null || period == null) {
      return without("the coordinator states " + reason(view));
    }
    Duration age = Duration.between(answered.at(), clock.instant());
    // After a clock was set back nobody knows the age.
    return age.isNegative() || age.compareTo(oldest) > 0
        ? without(
            "the claim could not be looked up since "
                + answered.at().truncatedTo(ChronoUnit.SECONDS))
        : ShownClaim.holding(claim, ClaimText.holds(claim, lifetime, ofPeriod, period));
  }

  /// Returns the coordinator's reason if it has the form of a code.
  private static String reason(ReleaseClaimView view) {
    String reason = view.reason();
    return reason != null && REASON.matcher(reason).matches() ? reason : "no reason";
  }

  private static ShownClaim without(String why) {
    return ShownClaim.withoutEpsilon(ClaimText.noEpsilon(why));
  }

  @Override
  public void close() {
    Thread running;
    synchronized (this) {
      running = thread;
      thread = null;
    }
    if (running != null) {
      running.interrupt();
      try {
        running.join(STOP_TIME);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    client.shutdownNow();
  }
}
