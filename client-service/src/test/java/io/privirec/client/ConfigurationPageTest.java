package io.privirec.client;

import io.privirec.edge.configuration.ConfigurationReference;
import io.privirec.fuzz.document.CheckedInText;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConfigurationPageTest {
  @Test
  void page_isWhatTheServicePrints() {
    CheckedInText.require(
        Path.of("configuration", "client-service.md"),
        ConfigurationReference.of(ClientApplication.class),
        "mvn test -am -pl client-service -Dtest=ConfigurationPageTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false");
  }
}
