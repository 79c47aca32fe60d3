package io.privirec.client;

import io.privirec.edge.auth.AccessRules;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;

/// Everything here is the holder's: nothing but health, metrics and documentation is open, and, on
/// a port of its own, what peers send.
@Configuration(proxyBeanMethods = false)
class ClientAccess {
  @Bean
  AccessRules clientAccessRules() {
    return AccessRules.builder()
        // On a port of its own: see PeerPort.
        .open(HttpMethod.POST, "/v1/peer-messages")
        .admin(HttpMethod.PUT, "/v1/roster", "/v1/items/{id}")
        .admin(HttpMethod.DELETE, "/v1/items/{id}")
        .admin(
            HttpMethod.GET,
            "/v1/roster",
            "/v1/participants",
            "/v1/participants/{participant}/participations",
            "/v1/participants/{participant}/waivers",
            "/v1/participants/{participant}/masked-cells",
            "/v1/participants/{participant}/sessions/{session}/exposure",
            "/v1/model",
            "/v1/participants/{participant}/privacy",
            "/v1/users/{id}/recommendations",
            "/v1/items/{id}/similar",
            "/v1/items/popular",
            "/v1/items/{id}")
        .admin(
            HttpMethod.POST,
            "/v1/users/{id}/recommendations",
            "/v1/users/{id}/scores",
            "/v1/recommendations:batch",
            "/v1/items/similar",
            "/v1/items:bulk",
            "/v1/participants",
            "/v1/participants/{participant}/interactions",
            "/v1/participants/{participant}/imports",
            "/v1/participants/{participant}/waivers",
            "/v1/participants/{participant}/departure-clause",
            "/v1/participants/{participant}/privacy/reconciliation",
            "/v1/participants/{participant}/sessions/{session}:approve",
            "/v1/participants/{participant}/sessions/{session}:reject")
        .build();
  }
}
