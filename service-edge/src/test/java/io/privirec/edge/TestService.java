package io.privirec.edge;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.edge.auth.AccessRules;
import io.privirec.edge.auth.ParticipantPrincipal;
import io.privirec.edge.auth.PublicKeyLookup;
import io.privirec.edge.etag.Tagged;
import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.RefusalMapping;
import io.privirec.wire.ProblemType;
import io.privirec.wire.RecommendationRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// A service as small as one can be, with what services do at their edge.
@SpringBootApplication
@EnableConfigurationProperties(TestService.Keys.class)
public class TestService {
  public static void main(String[] args) {
    Service.run(TestService.class, args);
  }

  /// As services do that migrate their schema.
  @Bean
  @ConditionalOnBooleanProperty("test.connects")
  SmartInitializingSingleton databaseUser(DataSource database) {
    return () -> {
      try {
        database.getConnection().close();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    };
  }

  /// Public keys, as services are told them.
  @ConfigurationProperties("test")
  record Keys(@Nullable PublicIdentityKey rosterKey) {}

  @Bean
  AccessRules accessRules() {
    return AccessRules.builder()
        .open(
            HttpMethod.GET, "/v1/open", "/v1/versioned", "/v1/fails", "/v1/busy", "/v1/things/{id}")
        .open(HttpMethod.GET, "/v1/spinning", "/v1/newest")
        .open(HttpMethod.GET, "/v1/breaks-off", "/v1/is-read-slowly", "/v1/fails-cached")
        .open(HttpMethod.POST, "/v1/recommendations", "/v1/named", "/v1/read", "/v1/things")
        .open(HttpMethod.PUT, "/v1/blobs/{name}")
        .admin(HttpMethod.POST, "/v1/things/{id}:cancel")
        .admin(HttpMethod.GET, "/v1/secrets")
        .participant(HttpMethod.GET, "/v1/work")
        .participant(HttpMethod.POST, "/v1/work")
        .adminOrParticipant(HttpMethod.GET, "/v1/either")
        .build();
  }

  @Bean
  PublicKeyLookup publicKeyLookup() {
    return id ->
        id.equals(TestParticipant.ID)
            ? Optional.of(TestParticipant.IDENTITY.publicKey())
            : Optional.empty();
  }

  @Bean
  RefusalMapping refusals() {
    return e ->
        e instanceof NoSuchElementException
            ? Optional.of(ProblemException.at("/id", ProblemType.UNKNOWN_ITEM, e))
            : Optional.empty();
  }

  /// Requests that each keep a processor until they are told to end.
  public static final class Spinning {
    private static final AtomicInteger MISSING = new AtomicInteger();
    private static volatile boolean ended;

    private Spinning() {}

    /// Before so many requests are sent.
    public static void begin(int requests) {
      ended = false;
      MISSING.set(requests);
    }

    /// Whether all of them are at it.
    public static boolean areAll() {
      return MISSING.get() == 0;
    }

    public static void end() {
      ended = true;
    }

    static void spin() {
      MISSING.decrementAndGet();
      while (!ended) {
        Thread.onSpinWait();
      }
    }
  }

  @RestController
  static class Handlers {
    @GetMapping("/v1/spinning")
    Map<String, String> spinning() {
      Spinning.spin();
      return Map.of();
    }

    @GetMapping("/v1/open")
    Map<String, Integer> open(@RequestParam(defaultValue = "1") @Max(10) int k) {
      return Map.of("k", k);
    }

    @GetMapping("/v1/versioned")
    @Tagged(without = "tookNanos")
    Map<String, Long> versioned(@RequestParam(defaultValue = "1") @Max(10) long k) {
      return Map.of("k", k, "tookNanos", System.nanoTime());
    }

    @GetMapping("/v1/things/{id}")
    Map<String, String> thing(@PathVariable String id) {
      throw new NoSuchElementException("no such thing");
    }

    @PostMapping("/v1/things/{id}:cancel")
    Map<String, String> cancel(@PathVariable String id) {
      return Map.of("cancelled", id);
    }

    @PostMapping("/v1/things")
    ResponseEntity<Map<String, String>> make() {
      return ResponseEntity.created(URI.create("/v1/things/1"))
          .body(Map.of("text", "a".repeat(5000)));
    }

    @GetMapping("/v1/secrets")
    Map<String, String> secrets() {
      return Map.of();
    }

    @GetMapping("/v1/fails")
    Map<String, String> fails() {
      throw new IllegalStateException("private words");
    }

    @GetMapping("/v1/fails-cached")
    Map<String, String> failsCached(HttpServletResponse response) {
      response.setHeader("ETag", "\"1\"");
      response.setHeader("Cache-Control", "max-age=3600");
      response.setHeader("Content-Disposition", "attachment; filename=f");
      throw new IllegalStateException("private words");
    }

    @GetMapping("/v1/breaks-off")
    void breaksOff(HttpServletResponse response) throws IOException {
      response.getOutputStream().print("a part");
      response.flushBuffer();
      throw new IllegalStateException("private words");
    }

    @GetMapping("/v1/is-read-slowly")
    void isReadSlowly(HttpServletResponse response) throws IOException {
      response.getOutputStream().print("a part");
      response.flushBuffer();
      throw new ProblemException(ProblemType.REQUEST_TIMEOUT, "The answer was read too slowly");
    }

    @PostMapping("/v1/named")
    Map<String, String> named(@RequestParam String name) {
      return Map.of("name", name);
    }

    @PostMapping("/v1/read")
    Map<String, Long> read(HttpServletRequest request) throws IOException {
      return Map.of("characters", request.getReader().transferTo(Writer.nullWriter()));
    }

    @GetMapping("/v1/busy")
    Map<String, String> busy() {
      throw ProblemException.retryAfter(
          Duration.ofSeconds(7), ProblemType.MODEL_NOT_LOADED, "loading");
    }

    @PostMapping("/v1/recommendations")
    Map<String, Integer> recommend(@Valid @RequestBody RecommendationRequest request) {
      return Map.of("history", request.history().size());
    }

    @GetMapping("/v1/newest")
    Map<String, String> newest() {
      throw new ProblemException(ProblemType.NO_RELEASE, "There is no release yet");
    }

    @PutMapping("/v1/blobs/{name}")
    Map<String, Long> blob(@PathVariable String name, InputStream body) throws IOException {
      if (name.equals("refused")) {
        throw new ProblemException(ProblemType.CHUNK_CONFLICT, "other bytes are there");
      }
      return Map.of("bytes", body.transferTo(OutputStream.nullOutputStream()));
    }

    @GetMapping("/v1/work")
    Map<String, String> work(@AuthenticationPrincipal ParticipantPrincipal caller) {
      return Map.of("participant", caller.id().value());
    }

    @PostMapping("/v1/work")
    Map<String, String> work(@AuthenticationPrincipal ParticipantPrincipal caller, InputStream body)
        throws IOException {
      caller.requireBody(Digest.of(body.readAllBytes()));
      return Map.of("participant", caller.id().value());
    }

    @GetMapping("/v1/either")
    Map<String, String> either() {
      return Map.of();
    }
  }
}
