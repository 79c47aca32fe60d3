package io.privirec.edge.rate;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.edge.EdgeServiceTest;
import io.privirec.edge.TestParticipant;
import io.privirec.edge.auth.RequestTokenIssuer;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.TestPropertySource;

/// Rates of callers over HTTP. A window is so long that nothing comes back while this runs.
@TestPropertySource(
    properties = {"privirec.rate-limit.requests=3", "privirec.rate-limit.window=3h"})
@DirtiesContext(classMode = DirtiesContext.ClassMode.AFTER_EACH_TEST_METHOD)
class RateLimitTest extends EdgeServiceTest {
  private static final String POLICY = "\"default\";q=3;w=10800";

  private final RequestTokenIssuer issuer =
      new RequestTokenIssuer(TestParticipant.ID, TestParticipant.IDENTITY, Clock.systemUTC());

  private static String header(HttpResponse<String> answer, String name) {
    return answer.headers().firstValue(name).orElse("");
  }

  private static void assertLimited(Supplier<HttpResponse<String>> request) {
    for (int left = 2; left >= 0; left--) {
      HttpResponse<String> answer = request.get();
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      assertThat(header(answer, "RateLimit-Policy")).isEqualTo(POLICY);
      assertThat(header(answer, "RateLimit")).matches("\"default\";r=" + left + ";t=[0-9]+");
    }
    HttpResponse<String> refused = request.get();
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(header(refused, "Content-Type")).startsWith("application/problem+json");
    assertThat(json(refused).get("code").asString()).isEqualTo("too-many-requests");
    assertThat(header(refused, "RateLimit-Policy")).isEqualTo(POLICY);
    assertThat(header(refused, "RateLimit")).matches("\"default\";r=0;t=[0-9]+");
    // One of three requests in three hours comes back within an hour.
    assertThat(Long.parseLong(header(refused, "Retry-After"))).isBetween(1L, 3_600L);
  }

  @Test
  void everyCaller_hasARateOfItsOwn_andIsToldWhatIsLeft() {
    assertLimited(() -> get("/v1/open"));
    // The token counts, not the address.
    assertLimited(() -> get("/v1/secrets", "Authorization", "Bearer " + ADMIN));
    assertLimited(
        () -> get("/v1/work", "Authorization", "Bearer " + issuer.issue("GET", uri("/v1/work"))));
    // The address has nothing left for requests without a token, protected paths or not.
    assertThat(get("/v1/secrets").statusCode()).isEqualTo(429);
    for (int n = 0; n < 5; n++) {
      HttpResponse<String> alive = get("/livez");
      assertThat(alive.statusCode()).isEqualTo(200);
      assertThat(header(alive, "RateLimit")).isEmpty();
    }
    assertThat(get("/actuator/prometheus").body())
        .contains(
            "privirec_requests_limited_total{caller=\"address\"} 2.0",
            "privirec_requests_limited_total{caller=\"admin\"} 1.0",
            "privirec_requests_limited_total{caller=\"participant\"} 1.0");
  }

  @Test
  void credentialsThatAreRefused_count_andAreNoLongerLookedAt() {
    for (int n = 0; n < 3; n++) {
      HttpResponse<String> refused = get("/v1/secrets", "Authorization", "Bearer wrong");
      assertThat(refused.statusCode()).isEqualTo(401);
      assertThat(header(refused, "RateLimit")).isEmpty();
    }
    // A right one, too: else guessing would go on at full speed.
    for (String token : List.of("wrong", ADMIN)) {
      HttpResponse<String> refused = get("/v1/secrets", "Authorization", "Bearer " + token);
      assertThat(refused.statusCode()).isEqualTo(429);
      assertThat(Long.parseLong(header(refused, "Retry-After"))).isBetween(1L, 3_600L);
    }
    // Others of the address have what they had.
    assertLimited(() -> get("/v1/open"));
    assertThat(get("/actuator/prometheus").body())
        .contains("privirec_requests_limited_total{caller=\"refused\"} 2.0");
  }

  @Test
  void credentialsWhereNoneAreNeeded_count_ifTheyAreRefused() {
    for (String path : List.of("/livez", "/actuator/prometheus", "/actuator/x")) {
      assertThat(get(path, "Authorization", "Bearer wrong").statusCode()).isEqualTo(401);
    }
    assertThat(get("/livez", "Authorization", "Bearer wrong").statusCode()).isEqualTo(429);
    assertThat(get("/livez").statusCode()).isEqualTo(200);
  }

  @Test
  void requestsWithoutCredentials_whereSomeAreNeeded_countForTheAddress() {
    for (int n = 0; n < 3; n++) {
      assertThat(get("/v1/secrets").statusCode()).isEqualTo(401);
    }
    assertThat(get("/v1/secrets").statusCode()).isEqualTo(429);
    assertThat(get("/v1/open").statusCode()).isEqualTo(429);
    assertLimited(() -> get("/v1/secrets", "Authorization", "Bearer " + ADMIN));
  }
}
