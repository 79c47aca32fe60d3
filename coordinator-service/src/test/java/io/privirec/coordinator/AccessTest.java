package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.digest.Digest;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Every documented endpoint, called as nobody, as the operator and as a participant.
class AccessTest {
  private final Api api = RunningCoordinator.shared().api();

  @Test
  void everyOperation_everyRole_isLetInExactlyAsDocumented() {
    TestParticipant participant =
        TestParticipant.enrol(api, "access-" + System.nanoTime() % 1_000_000_000);
    JsonNode description = Api.JSON.readTree(api.get("/v3/api-docs").bytes());
    Set<String> seen = new TreeSet<>();
    for (Map.Entry<String, JsonNode> path : description.get("paths").properties()) {
      for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
        String method = operation.getKey().toUpperCase(java.util.Locale.ROOT);
        String url = path.getKey().replaceAll("\\{[^}]*}", "1");
        Set<String> roles = roles(operation.getValue());
        seen.add(operation.getValue().get("operationId").asString());
        assertThat(isLetIn(method, url, null))
            .as("%s %s as nobody", method, url)
            .isEqualTo(roles.isEmpty());
        assertThat(isLetIn(method, url, api.adminToken()))
            .as("%s %s as the operator", method, url)
            .isEqualTo(roles.isEmpty() || roles.contains("admin"));
        assertThat(
                isLetIn(
                    method,
                    url,
                    participant.tokens().issue(method, api.uri(url), Digest.of(new byte[0]))))
            .as("%s %s as a participant", method, url)
            .isEqualTo(roles.isEmpty() || roles.contains("participant"));
      }
    }
    assertThat(seen)
        .contains("createSession", "pollWork", "putChunk", "getReleaseFile", "enrolParticipant")
        .hasSizeGreaterThanOrEqualTo(29);
  }

  @Test
  void token_ofAnotherRequest_isRefused() {
    TestParticipant participant =
        TestParticipant.enrol(api, "replay-" + System.nanoTime() % 1_000_000_000);
    String token = participant.tokens().issue("GET", api.uri("/v1/work"));

    assertThat(api.send(api.by(token, "/v1/sessions")).problem()).isEqualTo("unauthenticated");
  }

  private boolean isLetIn(String method, String url, String token) {
    String waiting = url.equals("/v1/work") ? url + "?wait=0" : url;
    HttpRequest.Builder request =
        token == null ? HttpRequest.newBuilder(api.uri(waiting)) : api.by(token, waiting);
    int status = api.send(request.method(method, BodyPublishers.noBody())).status();
    return status != 401 && status != 403;
  }

  private static Set<String> roles(JsonNode operation) {
    Set<String> roles = new TreeSet<>();
    JsonNode security = operation.get("security");
    if (security != null) {
      security.forEach(requirement -> requirement.propertyNames().forEach(roles::add));
    }
    return roles;
  }
}
