package io.privirec.edge.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.edge.EdgeServiceTest;
import io.privirec.wire.Problem;
import io.privirec.wire.ProblemType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class ProblemTest extends EdgeServiceTest {
  @Test
  void refusal_ofAFeature_isItsProblemWithPointerAndTrace() {
    HttpResponse<String> response =
        get(
            "/v1/things/x",
            "traceparent",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
    assertProblem(response, ProblemType.UNKNOWN_ITEM);
    assertThat(json(response).at("/traceId").asString())
        .isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
    assertThat(json(response).at("/errors/0/pointer").asString()).isEqualTo("/id");
    assertThat(json(response).at("/detail").asString()).isEqualTo("no such thing");
  }

  @Test
  void exception_withATimeToWait_hasRetryAfter() {
    HttpResponse<String> response = get("/v1/busy");
    assertProblem(response, ProblemType.MODEL_NOT_LOADED);
    assertThat(response.headers().firstValue("Retry-After")).contains("7");
  }

  @Test
  void exception_unexpected_tellsNothing() {
    HttpResponse<String> response = get("/v1/fails");
    assertProblem(response, ProblemType.INTERNAL_ERROR);
    assertThat(response.body()).doesNotContain("private words").doesNotContain("Exception");
  }

  @Test
  void exception_afterHeadersOfAnAnswer_takesThemBack() {
    HttpResponse<String> response = get("/v1/fails-cached");
    assertProblem(response, ProblemType.INTERNAL_ERROR);
    assertThat(response.headers().map())
        .doesNotContainKeys("ETag", "etag", "Content-Disposition", "content-disposition");
    assertThat(response.headers().firstValue("Cache-Control").orElse(""))
        .doesNotContain("max-age=3600");
  }

  @Test
  void exception_afterTheAnswerHasBegun_cutsTheConnection() throws IOException {
    String response = raw("GET /v1/breaks-off HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assertThat(response)
        .startsWith("HTTP/1.1 200")
        .contains("chunked")
        .contains("a part")
        .doesNotContain("\r\n0\r\n")
        .doesNotContain("private words");
  }

  @Test
  void answer_thatIsReadTooSlowly_isCutOff_inOneLineOfTheLog(CapturedOutput log)
      throws IOException {
    get("/v1/open");
    int before = log.getAll().length();
    String response = raw("GET /v1/is-read-slowly HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assertThat(response).contains("a part").doesNotContain("\r\n0\r\n");
    assertThat(log.getAll().substring(before).lines().filter(line -> !line.isBlank()))
        .singleElement()
        .asString()
        .contains("INFO")
        .contains("cut off: request-timeout");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"history\":[{\"item\":\"\"}]}|/history/0/item|INVALID_VALUE",
        "{\"history\":[],\"k\":501}|/k|INVALID_VALUE",
        "{}|/history|INVALID_VALUE",
        "{\"history\":[],\"k\":\"zebra\"}|/k|MALFORMED_REQUEST",
        "{\"history\":[],\"k\":1.5}|/k|MALFORMED_REQUEST",
        "{\"history\":[],\"k\":\"5\"}|/k|MALFORMED_REQUEST",
        "{\"history\":[],\"exlcude\":[\"zebra\"]}|/exlcude|MALFORMED_REQUEST",
      })
  void body_withAWrongValue_isPointedAt(String body, String pointer, ProblemType type) {
    HttpResponse<String> response = recommend(body, "application/json");
    assertProblem(response, type);
    assertThat(json(response).at("/errors/0/pointer").asString()).isEqualTo(pointer);
    assertThat(response.body()).doesNotContain("zebra");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "", "[1", "\"zebra\""})
  void body_thatIsNoJsonObject_isMalformed(String body) {
    HttpResponse<String> response = recommend(body, "application/json");
    assertProblem(response, ProblemType.MALFORMED_REQUEST);
    assertThat(response.body()).doesNotContain("zebra");
  }

  @Test
  void body_ofAnotherMediaType_isUnsupported() {
    assertProblem(recommend("a,b", "text/csv"), ProblemType.UNSUPPORTED_MEDIA_TYPE);
    assertProblem(recommend("history: []", "application/yaml"), ProblemType.UNSUPPORTED_MEDIA_TYPE);
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/open?k=11,INVALID_VALUE",
    "/v1/open?k=zebra,MALFORMED_REQUEST",
    "/v1/nowhere,NOT_FOUND",
    "/error,NOT_FOUND",
    "/v1/open;x=1/..%2f,MALFORMED_REQUEST",
  })
  void path_thatCannotBeServed_isAProblem(String path, ProblemType type) {
    HttpResponse<String> response = get(path);
    assertProblem(response, type);
    assertThat(response.body()).doesNotContain("zebra");
  }

  @Test
  void method_thatIsNotThere_isRefusedWithTheAllowedOnes() {
    HttpResponse<String> response = send("DELETE", "/v1/open", BodyPublishers.noBody());
    assertProblem(response, ProblemType.METHOD_NOT_ALLOWED);
    assertThat(response.headers().firstValue("Allow")).contains("GET");
  }

  @ParameterizedTest
  @ValueSource(strings = {"*/*", "application/*;x=y"})
  void contentType_ofAnything_isUnsupported(String type) {
    assertProblem(get("/v1/open", "Content-Type", type), ProblemType.UNSUPPORTED_MEDIA_TYPE);
  }

  @Test
  void accept_ofNothingWeHave_isNotAcceptable() {
    assertProblem(get("/v1/open", "Accept", "image/png"), ProblemType.NOT_ACCEPTABLE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /v1/open?<zebra> HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /v1/open?zebra=% HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /v1/open?=zebra HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /v1/open HTTP/1.1\r\n\r\n",
        "NONSENSE\r\n\r\n",
        "GET /v1/open HTTP/9.9\r\nHost: localhost\r\n\r\n",
        "GET /v1/open HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: zebra\r\n\r\n",
      })
  void requestLine_thatTomcatCannotRead_isAProblem(String request) throws IOException {
    String response = raw(request);
    assertThat(response)
        .contains(" 400 ")
        .containsIgnoringCase("application/problem+json")
        .contains("\"code\":\"malformed-request\"")
        .doesNotContain("zebra");
  }

  /// Refused before any filter: nothing has put its charset right.
  @Test
  void methodThatTomcatRefuses_withACharsetThatIsNone_isAProblem() throws IOException {
    String request =
        """
        TRACE /v1/open HTTP/1.1\r
        Host: localhost\r
        Content-Type: application/json; charset=\r
        Connection: close\r
        \r
        """;
    assertThat(raw(request)).contains(" 405 ").contains("\"code\":\"method-not-allowed\"");
  }

  @Test
  void page_ofEachProblemType_isThere() {
    for (ProblemType type : ProblemType.values()) {
      HttpResponse<String> response = get(type.type());
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(json(response).at("/title").asString()).isEqualTo(type.title());
    }
  }

  @Test
  void body_ofJsonTooLong_isRefusedWithOrWithoutALength() {
    byte[] tooLong =
        ("{\"history\":[{\"item\":\"" + "a".repeat(9 << 20) + "\"}]}")
            .getBytes(StandardCharsets.UTF_8);
    assertProblem(
        send(
            "POST",
            "/v1/recommendations",
            BodyPublishers.ofByteArray(tooLong),
            "Content-Type",
            "application/json"),
        ProblemType.PAYLOAD_TOO_LARGE);
    assertProblem(
        send(
            "POST",
            "/v1/recommendations",
            BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(tooLong)),
            "Content-Type",
            "application/json"),
        ProblemType.PAYLOAD_TOO_LARGE);
  }

  /// Not after all of it has become objects: what follows the bound is no JSON.
  @Test
  void body_withAnArrayBeyondItsBound_isReadNoFurther() {
    String item = "{\"item\":\"a\"},";
    HttpResponse<String> response =
        recommend("{\"history\":[" + item.repeat(20_001) + "nonsense", "application/json");
    assertProblem(response, ProblemType.INVALID_VALUE);
    assertThat(json(response).at("/errors/0/pointer").asString()).isEqualTo("/history");
    assertThat(json(response).at("/detail").asString()).contains("20000");
    assertThat(
            recommend(
                    "{\"history\":[" + item.repeat(19_999) + "{\"item\":\"a\"}]}",
                    "application/json")
                .statusCode())
        .isEqualTo(200);
  }

  @Test
  void body_readAsText_isLimitedLikeAnyOther() {
    assertThat(send("POST", "/v1/read", BodyPublishers.ofString("{\"a\": \"é\"}")).body())
        .contains("10");
    byte[] tooLong = new byte[9 << 20];
    HttpResponse<String> refused =
        send(
            "POST",
            "/v1/read",
            BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(tooLong)),
            "Content-Type",
            "application/json");
    assertProblem(refused, ProblemType.PAYLOAD_TOO_LARGE);
  }

  @Test
  void body_thatIsAForm_isNotRead() {
    String form = "application/x-www-form-urlencoded";
    assertThat(get("/v1/open?k=2").statusCode()).isEqualTo(200);
    HttpResponse<String> response =
        send("POST", "/v1/named", BodyPublishers.ofString("name=zebra"), "Content-Type", form);
    assertProblem(response, ProblemType.MALFORMED_REQUEST);
    assertThat(response.body()).doesNotContain("zebra");
  }

  @Test
  void path_withAParameterThatCannotBeDecoded_isMalformed() throws IOException {
    assertThat(raw("GET /v1/open;b=c%4 HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        .contains(" 400 ")
        .contains("\"code\":\"malformed-request\"");
  }

  private HttpResponse<String> recommend(String body, String mediaType) {
    return send(
        "POST", "/v1/recommendations", BodyPublishers.ofString(body), "Content-Type", mediaType);
  }

  private String raw(String request) throws IOException {
    try (Socket socket = new Socket("localhost", port)) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static void assertProblem(HttpResponse<String> response, ProblemType type) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(type.status());
    assertThat(response.headers().firstValue("Content-Type")).contains(Problem.MEDIA_TYPE);
    assertThat(json(response).at("/code").asString()).isEqualTo(type.code());
    assertThat(json(response).at("/status").asInt()).isEqualTo(type.status());
    assertThat(json(response).at("/type").asString()).isEqualTo(type.type());
    assertThat(json(response).at("/traceId").asString()).matches("[0-9a-f]{32}");
  }

  @Test
  void compressedJson_isRefusedWithWhatIsRead() {
    for (String type : List.of("application/json", "application/x-ndjson")) {
      HttpResponse<String> refused =
          send(
              "POST",
              "/v1/recommendations",
              BodyPublishers.ofString("{}"),
              "Content-Type",
              type,
              "Content-Encoding",
              "gzip");
      assertThat(refused.statusCode()).isEqualTo(415);
      assertThat(json(refused).get("code").asString()).isEqualTo("unsupported-media-type");
      assertThat(refused.headers().firstValue("Accept-Encoding")).hasValue("identity");
    }
  }

  @Test
  void longJson_isCompressedForThoseWhoAsk() {
    HttpResponse<String> packed =
        send("POST", "/v1/things", BodyPublishers.noBody(), "Accept-Encoding", "gzip");
    assertThat(packed.headers().firstValue("Content-Encoding")).hasValue("gzip");
    HttpResponse<String> plain = send("POST", "/v1/things", BodyPublishers.noBody());
    assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
    assertThat(plain.body()).hasSizeGreaterThan(5_000);
  }

  /// The default has no proxy.
  @Test
  void headersOfProxies_meanNothingByDefault() {
    HttpResponse<String> made =
        send("POST", "/v1/things", BodyPublishers.noBody(), "X-Forwarded-Prefix", "no-path");
    assertThat(made.headers().firstValue("Location")).hasValue("/v1/things/1");
  }
}
