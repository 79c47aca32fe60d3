package io.privirec.recommender;

import io.privirec.fuzz.document.ApiDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// What the service says of its API.
class ApiDocumentTest {
  @RegisterExtension static final RunningRecommender service = RunningRecommender.shared();

  @Test
  void document_asServed_isTheOneCheckedIn() {
    ApiDocument.of(service.port()).requireCheckedIn("recommender");
  }

  @Test
  void everyBody_ofEveryOperation_hasAnExampleOfItsSchema() {
    ApiDocument.of(service.port()).requireExamples();
  }
}
