package io.privirec.coordinator;

import io.privirec.edge.configuration.ConfigurationReference;
import io.privirec.fuzz.document.CheckedInText;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConfigurationPageTest {
  @Test
  void page_isWhatTheServicePrints() {
    CheckedInText.require(
        Path.of("configuration", "coordinator-service.md"),
        ConfigurationReference.of(CoordinatorApplication.class),
        "mvn test -am -pl coordinator-service -Dtest=ConfigurationPageTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false");
  }
}
