package io.privirec.client;

import io.privirec.fuzz.document.ApiDocument;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// What the service says of its API.
class ApiDocumentTest {
  @RegisterExtension
  private static final TestDeployment deployment = new TestDeployment(0, 0, List.of());

  private static ApiDocument document;

  @BeforeAll
  static void read() {
    document = ApiDocument.of(deployment.client().port());
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
