package io.privirec.recommender;

import io.privirec.edge.configuration.ConfigurationReference;
import io.privirec.fuzz.document.CheckedInText;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConfigurationPageTest {
  @Test
  void page_isWhatTheServicePrints() {
    CheckedInText.require(
        Path.of("configuration", "recommender-service.md"),
        ConfigurationReference.of(RecommenderApplication.class),
        "mvn test -am -pl recommender-service -Dtest=ConfigurationPageTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false");
  }
}
