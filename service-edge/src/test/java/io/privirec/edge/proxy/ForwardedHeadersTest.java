package io.privirec.edge.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.edge.EdgeServiceTest;
import io.privirec.edge.TestParticipant;
import io.privirec.edge.auth.RequestTokenIssuer;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What proxies say, as a service reads it that is behind some.
abstract class ForwardedHeadersTest extends EdgeServiceTest {
  /// A proxy says whom it asks for, too.
  private HttpResponse<String> ask(String method, String path, String... headers) {
    List<String> all = new ArrayList<>(List.of(headers));
    all.addAll(List.of("X-Forwarded-For", "192.0.2.7"));
    return send(method, path, BodyPublishers.noBody(), all.toArray(String[]::new));
  }

  private static String location(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return answer.headers().firstValue("Location").orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "/recommender, /recommender/v1/things/1",
    "/recommender/, /recommender/v1/things/1",
    "'/outer, /inner', /outer/inner/v1/things/1",
    "/, /v1/things/1",
    "'', /v1/things/1"
  })
  void location_belowAPrefix_hasThePrefix(String prefix, String expected) {
    assertThat(location(ask("POST", "/v1/things", "X-Forwarded-Prefix", prefix)))
        .isEqualTo(expected);
  }

  @Test
  void location_withoutPrefix_isThePath() {
    assertThat(location(ask("POST", "/v1/things"))).isEqualTo("/v1/things/1");
  }

  @Test
  void description_hasTheServerOfTheRequest() {
    for (String prefix : List.of("/a", "/b/c")) {
      HttpResponse<String> described = ask("GET", "/v3/api-docs", "X-Forwarded-Prefix", prefix);
      assertThat(json(described).at("/servers/0/url").asString()).isEqualTo(prefix);
    }
    assertThat(json(get("/v3/api-docs")).at("/servers/0/url").asString()).isEqualTo("/");
  }

  /// Participants sign the path that they ask for.
  @Test
  void token_ofAPathBelowAPrefix_isGood() {
    RequestTokenIssuer issuer =
        new RequestTokenIssuer(TestParticipant.ID, TestParticipant.IDENTITY, Clock.systemUTC());
    String token = issuer.issue("GET", URI.create("https://example.org/behind/v1/work"));
    String[] headers = {"Authorization", "Bearer " + token, "X-Forwarded-Prefix", "/behind"};
    assertThat(ask("GET", "/v1/work", headers).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "X-Forwarded-Prefix | no-slash",
        "X-Forwarded-Prefix | /a/../b",
        "X-Forwarded-Prefix | /%2e%2E/b",
        "X-Forwarded-Prefix | //evil.example",
        "X-Forwarded-Prefix | /%zz",
        "X-Forwarded-Prefix | /a?b=c",
        "X-Forwarded-Prefix | /a;b=c",
        "X-Forwarded-Prefix | /a%2fb",
        "X-Forwarded-Prefix | /a%00b",
        "X-Forwarded-Prefix | /a%0d%0aX:b",
        "X-Forwarded-Prefix | https://evil.example",
        "X-Forwarded-Port | eighty",
        "X-Forwarded-Port | 65536",
        "X-Forwarded-Port | -1",
        "Forwarded | host=\"[::1\";for=\"[::1\"",
        "Forwarded | host=a:port",
      })
  void malformedHeader_isAProblem(String name, String value) {
    HttpResponse<String> refused = ask("GET", "/v1/open", name, value);
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(json(refused).get("code").asString()).isEqualTo("malformed-request");
    assertThat(json(refused).get("detail").asString()).contains(name).doesNotContain(value);
  }

  /// A long prefix must not take a stack that grows with it.
  @Test
  void longPrefix_isAProblem() {
    HttpResponse<String> refused =
        ask("GET", "/v1/open", "X-Forwarded-Prefix", "/" + "a".repeat(7_000));
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(json(refused).get("code").asString()).isEqualTo("malformed-request");
    String parts = "/aaaaaaa,".repeat(33);
    assertThat(ask("GET", "/v1/open", "X-Forwarded-Prefix", parts).statusCode()).isEqualTo(400);
  }
}
