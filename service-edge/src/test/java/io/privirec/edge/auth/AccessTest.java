package io.privirec.edge.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.edge.EdgeServiceTest;
import io.privirec.edge.TestParticipant;
import io.privirec.secagg.ParticipantId;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessTest extends EdgeServiceTest {
  private static final Clock CLOCK = Clock.systemUTC();
  private static final IdentityKeyPair OTHER = IdentityKeyPair.generate(new SecureRandom());
  private final RequestTokenIssuer issuer =
      new RequestTokenIssuer(TestParticipant.ID, TestParticipant.IDENTITY, CLOCK);

  @ParameterizedTest
  @CsvSource({
    "GET,/v1/open,nobody,200",
    "GET,/v1/open,admin,200",
    "GET,/v1/open,participant,200",
    "GET,/v1/open,stranger,401",
    "GET,/v1/secrets,nobody,401",
    "GET,/v1/secrets,admin,200",
    "GET,/v1/secrets,participant,403",
    "GET,/v1/secrets,stranger,401",
    "POST,/v1/things/7:cancel,nobody,401",
    "POST,/v1/things/7:cancel,admin,200",
    "POST,/v1/things/7:cancel,participant,403",
    "GET,/v1/work,nobody,401",
    "GET,/v1/work,admin,403",
    "GET,/v1/work,participant,200",
    "GET,/v1/work,stranger,401",
    "GET,/v1/either,nobody,401",
    "GET,/v1/either,admin,200",
    "GET,/v1/either,participant,200",
    "GET,/actuator/health,nobody,200",
    "GET,/actuator/health/readiness,nobody,200",
    "GET,/actuator/health/db,nobody,404",
    "GET,/actuator/env,nobody,404",
    "GET,/actuator/env,admin,404",
  })
  void endpoint_forEachRole_answers(String method, String path, String role, int status) {
    HttpResponse<String> response =
        role.equals("nobody")
            ? send(method, path, BodyPublishers.noBody())
            : send(
                method, path, BodyPublishers.noBody(), "Authorization", bearer(role, method, path));
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    if (status == 401) {
      assertThat(response.headers().firstValue("WWW-Authenticate")).isPresent();
    }
  }

  @Test
  void token_ofAnotherMethodOrPath_isRefused() {
    assertThat(status("GET", "/v1/either", issuer.issue("GET", uri("/v1/work")))).isEqualTo(401);
    assertThat(status("GET", "/v1/work", issuer.issue("POST", uri("/v1/work")))).isEqualTo(401);
  }

  @Test
  void token_withAQuery_isForThePathAlone() {
    assertThat(status("GET", "/v1/work?wait=2", issuer.issue("GET", uri("/v1/work?wait=1"))))
        .isEqualTo(200);
  }

  @Test
  void token_thatExpired_isRefused() {
    RequestTokenIssuer past =
        new RequestTokenIssuer(
            TestParticipant.ID,
            TestParticipant.IDENTITY,
            Clock.offset(CLOCK, Duration.ofMinutes(-10)));
    HttpResponse<String> response = work(past);
    assertThat(response.statusCode()).isEqualTo(401);
    assertThat(json(response).at("/detail").asString()).contains("expired");
  }

  @Test
  void token_issuedInTheFuture_isRefused() {
    RequestTokenIssuer ahead =
        new RequestTokenIssuer(
            TestParticipant.ID, TestParticipant.IDENTITY, Clock.offset(CLOCK, Duration.ofHours(1)));
    HttpResponse<String> response = work(ahead);
    assertThat(response.statusCode()).isEqualTo(401);
    assertThat(json(response).at("/detail").asString())
        .contains("in the future", "s ahead of this service's clock, and may differ by 300 s");
    assertThat(get("/actuator/prometheus").body())
        .containsPattern("privirec_participants_clock_difference_seconds 3[56][0-9]{2}\\.");
  }

  @Test
  void token_byAnotherKey_isRefused() {
    RequestTokenIssuer forger = new RequestTokenIssuer(TestParticipant.ID, OTHER, CLOCK);
    assertThat(work(forger).statusCode()).isEqualTo(401);
  }

  /// Who has no key must not learn which ids are enrolled.
  @Test
  void token_byAStranger_isRefusedAsOneByAWrongKey() {
    HttpResponse<String> wrongKey = work(new RequestTokenIssuer(TestParticipant.ID, OTHER, CLOCK));
    HttpResponse<String> stranger =
        work(new RequestTokenIssuer(new ParticipantId("stranger"), OTHER, CLOCK));
    assertThat(stranger.statusCode()).isEqualTo(wrongKey.statusCode()).isEqualTo(401);
    assertThat(json(stranger).at("/detail")).isEqualTo(json(wrongKey).at("/detail"));
    assertThat(json(stranger).at("/code")).isEqualTo(json(wrongKey).at("/code"));
    assertThat(stranger.headers().map().keySet()).isEqualTo(wrongKey.headers().map().keySet());
  }

  private HttpResponse<String> work(RequestTokenIssuer by) {
    return get("/v1/work", "Authorization", "Bearer " + by.issue("GET", uri("/v1/work")));
  }

  @Test
  void token_withoutSignature_isRefused() {
    String token = issuer.issue("GET", uri("/v1/work"));
    String payload = token.substring(token.indexOf('.'), token.lastIndexOf('.') + 1);
    assertThat(status("GET", "/v1/work", "eyJhbGciOiJub25lIn0" + payload)).isEqualTo(401);
  }

  @Test
  void body_mustBeTheSignedOne() {
    byte[] body = "abc".getBytes(StandardCharsets.UTF_8);
    assertThat(post(body, issuer.issue("POST", uri("/v1/work"), Digest.of(body)))).isEqualTo(200);
    assertThat(post(new byte[] {1}, issuer.issue("POST", uri("/v1/work"), Digest.of(body))))
        .isEqualTo(422);
    assertThat(post(body, issuer.issue("POST", uri("/v1/work")))).isEqualTo(401);
  }

  private int post(byte[] body, String token) {
    return send(
            "POST",
            "/v1/work",
            BodyPublishers.ofByteArray(body),
            "Authorization",
            "Bearer " + token)
        .statusCode();
  }

  private int status(String method, String path, String token) {
    return send(method, path, BodyPublishers.noBody(), "Authorization", "Bearer " + token)
        .statusCode();
  }

  private String bearer(String role, String method, String path) {
    return "Bearer "
        + switch (role) {
          case "admin" -> ADMIN;
          case "participant" -> issuer.issue(method, uri(path));
          default ->
              new RequestTokenIssuer(new ParticipantId("stranger"), TestParticipant.IDENTITY, CLOCK)
                  .issue(method, uri(path));
        };
  }
}
