package io.privirec.coordinator;

import static org.springframework.http.HttpMethod.GET;
import static org.springframework.http.HttpMethod.POST;
import static org.springframework.http.HttpMethod.PUT;

import io.privirec.edge.auth.AccessRules;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Who may call which endpoint, in one place. What is not named here is denied.
@Configuration(proxyBeanMethods = false)
class CoordinatorAccess {
  @Bean
  AccessRules accessRules() {
    return AccessRules.builder()
        .open(GET, "/v1/coordinator")
        .admin(POST, "/v1/enrolment-tokens")
        .open(POST, "/v1/participants")
        .admin(GET, "/v1/participants", "/v1/participants/{participantId}")
        .admin(POST, "/v1/catalogue/versions")
        .open(
            GET,
            "/v1/catalogue",
            "/v1/catalogue/versions/{version}",
            "/v1/catalogue/versions/{version}/items")
        .admin(PUT, "/v1/roster")
        .adminOrParticipant(GET, "/v1/roster")
        .admin(
            POST,
            "/v1/sessions:plan",
            "/v1/sessions",
            "/v1/sessions/{sessionId}:cancel",
            "/v1/sessions/{sessionId}:bisect")
        .adminOrParticipant(GET, "/v1/sessions", "/v1/sessions/{sessionId}")
        .participant(GET, "/v1/sessions/{sessionId}/peer-messages")
        .participant(
            POST,
            "/v1/sessions/{sessionId}/peer-messages",
            "/v1/sessions/{sessionId}/peer-failures",
            "/v1/sessions/{sessionId}:reject")
        .adminOrParticipant(GET, "/v1/privacy/ledger")
        .admin(POST, "/v1/privacy/ledger/reconciliation")
        .participant(GET, "/v1/privacy/ledger-head")
        .participant(PUT, "/v1/privacy/ledger-head")
        .participant(GET, "/v1/work")
        .participant(
            GET,
            "/v1/rounds/{roundId}/record",
            "/v1/rounds/{roundId}/broadcast",
            "/v1/rounds/{roundId}/message",
            "/v1/rounds/{roundId}/chunks",
            "/v1/rounds/{roundId}/window")
        .participant(POST, "/v1/rounds/{roundId}/messages")
        .participant(PUT, "/v1/rounds/{roundId}/chunks/{chunk}")
        .open(
            GET,
            "/v1/releases",
            "/v1/releases/latest",
            "/v1/releases/{releaseId}",
            "/v1/releases/{releaseId}/claim",
            "/v1/releases/{releaseId}/files/{name}")
        .build();
  }

  @Bean
  OpenAPI coordinatorApi() {
    return new OpenAPI()
        .info(
            new Info()
                .title("PriviRec coordinator")
                .version("1")
                .description(
                    "Enrols participants, runs sessions of secure sums over them, publishes signed"
                        + " releases."));
  }
}
