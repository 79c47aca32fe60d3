package io.privirec.fuzz.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class DeclaredAnswersTest {
  private static final String DOCUMENT =
      """
      {"components": {"schemas": {
         "Answer": {"type": "object", "required": ["items"],
                    "properties": {"items": {"type": "array", "items": {"type": "string"}}}}}},
       "paths": {
         "/v1/asked": {"post": {"responses": {
           "200": {"content": {"application/json": {
             "schema": {"$ref": "#/components/schemas/Answer"}}}},
           "422": {"content": {"application/problem+json": {
             "schema": {}, "examples": {"invalid-value": {}}}}},
           "default": {"$ref": "#/components/responses/Problem"}}}},
         "/v1/jobs/{job}": {"get": {"responses": {
           "200": {"content": {"application/x-ndjson": {"schema": {"type": "string"}}}},
           "404": {"content": {"application/problem+json": {
             "schema": {}, "examples": {"unknown-job": {}}}}}}},
                            "delete": {"responses": {"204": {}}}}}}
      """;

  private final DeclaredAnswers declared =
      new DeclaredAnswers(JsonMapper.shared().readTree(DOCUMENT));

  private Optional<String> fault(String request, int status, String type, String body) {
    byte[] bytes = (request + " HTTP/1.1\r\nHost: a\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
    String code = "";
    if (type.equals("application/problem+json")) {
      code = body;
    }
    return declared.fault(
        request,
        bytes,
        new RawHttp.Answer(
            status, Map.of("content-type", type), body.getBytes(StandardCharsets.UTF_8)),
        code);
  }

  private Optional<String> problem(String request, int status, String code) {
    return fault(request, status, "application/problem+json", code);
  }

  @Test
  void problem_ofAnotherOperation_isAFault() {
    assertThat(problem("POST /v1/asked", 422, "invalid-value")).isEmpty();
    assertThat(problem("POST /v1/asked", 404, "unknown-job")).isPresent();
    assertThat(problem("POST /v1/asked?x=1", 422, "bad-signature")).isPresent();
    assertThat(problem("GET /v1/jobs/1", 404, "unknown-job")).isEmpty();
    assertThat(problem("DELETE /v1/jobs/1", 404, "unknown-job")).isPresent();
  }

  @Test
  void problem_ofWhatReachesNoOperation_isOneBeforeAllOrOfThePath() {
    assertThat(problem("PUT /v1/asked", 405, "method-not-allowed")).isEmpty();
    assertThat(problem("GET /v1/nothing", 404, "not-found")).isEmpty();
    assertThat(problem("GET /v1/nothing", 404, "unknown-job")).isPresent();
    assertThat(problem("HEAD /v1/jobs/{job}", 404, "unknown-job")).isEmpty();
  }

  @Test
  void success_notAsItsSchema_isAFault() {
    String json = "application/json;charset=UTF-8";
    assertThat(fault("POST /v1/asked", 200, json, "{\"items\":[\"a\"]}")).isEmpty();
    assertThat(fault("POST /v1/asked", 200, json, "{}")).isPresent();
    assertThat(fault("POST /v1/asked", 200, json, "{\"items\":[1]}")).isPresent();
    assertThat(fault("POST /v1/asked", 200, json, "[")).isPresent();
    assertThat(fault("POST /v1/asked", 200, "text/plain", "{\"items\":[]}")).isPresent();
    assertThat(fault("POST /v1/asked", 201, json, "{\"items\":[]}")).isPresent();
    assertThat(fault("GET /v1/jobs/1", 200, "application/x-ndjson", "{}\n{}\n")).isEmpty();
    assertThat(fault("GET /v1/jobs/1", 200, "application/x-ndjson", "{}\n{\n")).isPresent();
    assertThat(fault("DELETE /v1/jobs/1", 204, "", "")).isEmpty();
    assertThat(fault("DELETE /v1/jobs/1", 204, "", "x")).isPresent();
  }
}
