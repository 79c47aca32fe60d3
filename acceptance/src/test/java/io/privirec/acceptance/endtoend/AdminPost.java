package io.privirec.acceptance.endtoend;

import io.privirec.stage.process.ServiceProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Calls of a service's operator that the lab itself never makes. */
final class AdminPost {
  private AdminPost() {}

  /** Posts JSON. Returns the status of the answer. */
  static int send(ServiceProcess service, String path, String json)
      throws IOException, InterruptedException {
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(
              HttpRequest.newBuilder(URI.create(service.uri() + path))
                  .header("Content-Type", "application/json")
                  .header(
                      "Authorization",
                      "Bearer " + service.spec().environment().get("PRIVIREC_ADMIN_TOKEN"))
                  .POST(HttpRequest.BodyPublishers.ofString(json))
                  .build(),
              HttpResponse.BodyHandlers.discarding())
          .statusCode();
    }
  }
}
