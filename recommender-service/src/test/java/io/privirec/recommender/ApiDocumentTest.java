package io.privirec.recommender;

import io.privirec.fuzz.document.ApiDocument;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the service says of its API.
class ApiDocumentTest {
  @TempDir private static Path directory;
  private static TestCoordinator coordinator;
  private static RunningRecommender service;
  private static ApiDocument document;

  @BeforeAll
  static void start() throws IOException {
    coordinator = new TestCoordinator();
    service = RunningRecommender.start(directory, coordinator.uri());
    document = ApiDocument.of(service.port());
  }

  @AfterAll
  static void stop() {
    service.close();
    coordinator.close();
  }

  @Test
  void document_asServed_isTheOneCheckedIn() {
    document.requireCheckedIn("recommender");
  }

  @Test
  void everyBody_ofEveryOperation_hasAnExampleOfItsSchema() {
    document.requireExamples();
  }
}
