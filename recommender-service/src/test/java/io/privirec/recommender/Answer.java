package io.privirec.recommender;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.wire.Problem;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What the service answered to one request.
record Answer(int status, HttpHeaders headers, String body) {
  static Answer of(HttpResponse<String> response) {
    return new Answer(response.statusCode(), response.headers(), response.body());
  }

  /// Requires a status; what was answered instead is told.
  Answer is(int expected) {
    assertThat(status).as(body).isEqualTo(expected);
    return this;
  }

  /// Requires a problem.
  Answer isProblem(int expected, String code) {
    is(expected);
    assertThat(header("Content-Type")).startsWith(Problem.MEDIA_TYPE);
    assertThat(text("/code")).isEqualTo(code);
    return this;
  }

  /// Requires a problem whose first error points there.
  Answer isProblem(int expected, String code, String pointer) {
    isProblem(expected, code);
    assertThat(text("/errors/0/pointer")).as(body).isEqualTo(pointer);
    return this;
  }

  JsonNode json() {
    return JsonMapper.shared().readTree(body);
  }

  JsonNode at(String pointer) {
    return json().at(pointer);
  }

  /// A text; empty where there is none.
  String text(String pointer) {
    return at(pointer).asString("");
  }

  /// All values of the fields of that name.
  List<String> texts(String field) {
    return json().findValuesAsString(field);
  }

  /// The lines of NDJSON.
  List<JsonNode> lines() {
    return body.lines().map(line -> JsonMapper.shared().readTree(line)).toList();
  }

  /// Empty where it was not sent.
  String header(String name) {
    return headers.firstValue(name).orElse("");
  }
}
