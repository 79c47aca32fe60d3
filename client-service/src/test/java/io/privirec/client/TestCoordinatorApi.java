package io.privirec.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.crypto.signature.SignatureDomain;
import io.privirec.edge.auth.ParticipantPrincipal;
import io.privirec.edge.auth.RequestTokenVerifier;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.CatalogueVersion;
import io.privirec.wire.CoordinatorInfo;
import io.privirec.wire.Enrolment;
import io.privirec.wire.EnrolmentRequest;
import io.privirec.wire.LedgerHeadStatement;
import io.privirec.wire.LedgerHeadView;
import io.privirec.wire.ParticipantView;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/// The HTTP side of a [TestCoordinator].
final class TestCoordinatorApi implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.shared();

  /// Headers with credentials, digests, and the port of a server.
  private static final Set<String> OF_EACH_REQUEST =
      Set.of("authorization", "content-digest", "host");

  private final TestCoordinator coordinator;
  private final InetSocketAddress address;
  private HttpServer server;
  private final RequestTokenVerifier tokens;

  /// The caller of the request that this thread serves.
  private final ThreadLocal<String> callers = ThreadLocal.withInitial(() -> "");

  TestCoordinatorApi(TestCoordinator coordinator) {
    this.coordinator = coordinator;
    InstantSource clock = () -> coordinator.clock.instant();
    this.tokens =
        new RequestTokenVerifier(
            coordinator::keyOf, clock.withZone(ZoneOffset.UTC), Duration.ofMinutes(5));
    listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    address = server.getAddress();
  }

  private void listen(InetSocketAddress at) {
    try {
      server = HttpServer.create(at, 0);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::serve);
    server.start();
  }

  /// Takes no connection until the result is closed.
  AutoCloseable away() {
    server.stop(0);
    return () -> listen(address);
  }

  URI url() {
    return URI.create("http://localhost:" + address.getPort());
  }

  private void serve(HttpExchange exchange) throws IOException {
    Instant at = Instant.now();
    byte[] body = exchange.getRequestBody().readAllBytes();
    callers.remove();
    try {
      byte[] answer = route(exchange, body);
      see(exchange, body, at, 200, answer.length);
      exchange.sendResponseHeaders(
          answer.length == 0 ? 204 : 200, answer.length == 0 ? -1 : answer.length);
      exchange.getResponseBody().write(answer);
    } catch (Refusal e) {
      byte[] problem =
          ("{\"code\":\"" + e.getMessage() + "\",\"detail\":\"test\"}")
              .getBytes(StandardCharsets.UTF_8);
      see(exchange, body, at, e.status(), problem.length);
      exchange.getResponseHeaders().add("Content-Type", "application/problem+json");
      exchange.sendResponseHeaders(e.status(), problem.length);
      exchange.getResponseBody().write(problem);
    } catch (GeneralSecurityException | InterruptedException e) {
      exchange.sendResponseHeaders(401, -1);
    } finally {
      exchange.close();
    }
  }

  /// Records a request without the bytes of messages and chunks.
  private void see(HttpExchange exchange, byte[] body, Instant at, int status, int answer) {
    String values =
        exchange.getRequestHeaders().entrySet().stream()
            .map(each -> Map.entry(each.getKey().toLowerCase(Locale.ROOT), each.getValue()))
            .filter(each -> !OF_EACH_REQUEST.contains(each.getKey()))
            .map(each -> each.getKey() + "=" + String.join(",", each.getValue()))
            .sorted()
            .collect(Collectors.joining(";"));
    boolean isJson =
        "application/json".equals(exchange.getRequestHeaders().getFirst("Content-Type"));
    String headers =
        exchange.getRequestHeaders().keySet().stream()
            .sorted()
            .map(name -> name.toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(","));
    coordinator.seen.add(
        new TestCoordinator.Seen(
            callers.get(),
            exchange.getRequestMethod(),
            exchange.getRequestURI().toString(),
            headers,
            values,
            body.length,
            isJson ? new String(body, StandardCharsets.UTF_8) : "",
            status,
            answer,
            at));
  }

  private byte[] route(HttpExchange exchange, byte[] body)
      throws IOException, GeneralSecurityException, InterruptedException {
    String[] path = exchange.getRequestURI().getPath().substring(1).split("/");
    String at =
        exchange.getRequestMethod()
            + " "
            + String.join("/", Arrays.asList(path).subList(1, Math.min(2, path.length)));
    return switch (at) {
      case "GET coordinator" ->
          write(
              new CoordinatorInfo(
                  coordinator.key().publicKey().base64Url(),
                  List.of("semi-honest"),
                  List.of(PriviRecK.ID)));
      case "POST participants" -> write(enrol(JSON.readValue(body, EnrolmentRequest.class)));
      case "GET catalogue" ->
          path.length == 5
              ? coordinator.catalogue()
              : write(
                  new CatalogueVersion(
                      coordinator.items,
                      coordinator.items,
                      Digest.of(coordinator.catalogue()).hex(),
                      Instant.EPOCH));
      case "GET releases" ->
          path.length == 4 && path[3].equals("claim")
              ? write(coordinator.claim(path[2]))
              : TestReleases.answer(coordinator.release(), path);
      case "GET work" ->
          write(coordinator.work(caller(exchange, body).id(), exchange.getRequestURI().getQuery()));
      case "GET sessions" -> {
        coordinator.askedAbout.add(path[2]);
        if (!coordinator.tells.test(caller(exchange, body).id())) {
          throw new Refusal(404, "unknown-session");
        }
        yield write(coordinator.view(path[2]));
      }
      case "POST sessions" -> {
        if (!path[2].endsWith(":reject")) {
          throw new Refusal(404, "not-found");
        }
        coordinator
            .rejections
            .computeIfAbsent(caller(exchange, body).id(), id -> ConcurrentHashMap.newKeySet())
            .add(path[2].replace(":reject", ""));
        yield new byte[0];
      }
      case "GET privacy" -> {
        if (coordinator.headsLost.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
          throw new Refusal(404, "unknown");
        }
        yield write(new LedgerHeadView(coordinator.heads.get(caller(exchange, body).id())));
      }
      case "PUT privacy" -> {
        LedgerHeadStatement head = JSON.readValue(body, LedgerHeadStatement.class);
        coordinator.heads.put(caller(exchange, body).id(), head);
        yield write(new LedgerHeadView(head));
      }
      case "GET rounds", "POST rounds", "PUT rounds" ->
          coordinator.round(
              caller(exchange, body).id(),
              exchange.getRequestMethod(),
              path,
              String.valueOf(exchange.getRequestURI().getQuery()),
              body);
      default -> throw new Refusal(404, "not-found");
    };
  }

  static byte[] write(Object value) {
    return JSON.writeValueAsBytes(value);
  }

  private ParticipantPrincipal caller(HttpExchange exchange, byte[] body)
      throws GeneralSecurityException {
    String token =
        exchange.getRequestHeaders().getFirst("Authorization").substring("Bearer ".length());
    ParticipantPrincipal principal =
        tokens.verify(token, exchange.getRequestMethod(), exchange.getRequestURI().getRawPath());
    callers.set(principal.id().value());
    if (body.length > 0) {
      principal.requireBody(Digest.of(body));
    }
    return principal;
  }

  private Enrolment enrol(EnrolmentRequest request) throws GeneralSecurityException {
    PublicIdentityKey identity = PublicIdentityKey.parse(request.identityKey());
    byte[] claim =
        (request.token() + '\0' + request.participantId()).getBytes(StandardCharsets.UTF_8);
    if (!identity.verify(
        SignatureDomain.ENROLMENT, claim, Base64.getUrlDecoder().decode(request.signature()))) {
      throw new Refusal(422, "bad-signature");
    }
    if (!request.token().equals(TestCoordinator.TOKEN)) {
      throw new Refusal(403, "enrolment-token-refused");
    }
    if (!coordinator.enrol(new ParticipantId(request.participantId()), identity)) {
      throw new Refusal(409, "participant-exists");
    }
    if (coordinator.losesNextEnrolment) {
      coordinator.losesNextEnrolment = false;
      throw new Refusal(500, "internal-error");
    }
    return new Enrolment(
        new ParticipantView(request.participantId(), request.identityKey(), Instant.EPOCH),
        coordinator.key().publicKey().base64Url());
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
