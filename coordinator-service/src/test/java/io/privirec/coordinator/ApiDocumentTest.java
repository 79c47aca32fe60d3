package io.privirec.coordinator;

import io.privirec.fuzz.document.ApiDocument;
import org.junit.jupiter.api.Test;

/// What the service says of its API.
class ApiDocumentTest {
  private final ApiDocument document = ApiDocument.of(RunningCoordinator.shared().api().port());

  @Test
  void document_asServed_isTheOneCheckedIn() {
    document.requireCheckedIn("coordinator");
  }

  @Test
  void everyBody_ofEveryOperation_hasAnExampleOfItsSchema() {
    document.requireExamples();
  }
}
