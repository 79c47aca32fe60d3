package io.privirec.client;

import io.privirec.fuzz.document.ApiDocument;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the service says of its API.
class ApiDocumentTest {
  @TempDir private static Path data;
  private static TestCoordinator coordinator;
  private static TestClient client;
  private static ApiDocument document;

  @BeforeAll
  static void start() {
    coordinator = new TestCoordinator();
    client = new TestClient(data, coordinator);
    document = ApiDocument.of(client.port());
  }

  @AfterAll
  static void stop() {
    client.close();
    coordinator.close();
  }

  @Test
  void document_asServed_isTheOneCheckedIn() {
    document.requireCheckedIn("client");
  }

  @Test
  void everyBody_ofEveryOperation_hasAnExampleOfItsSchema() {
    document.requireExamples();
  }
}
