package io.privirec.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.edge.configuration.ConfigurationReference;
import io.privirec.fuzz.document.CheckedInText;
import java.nio.file.Path;
import java.util.Locale;
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

  @Test
  void main_underALocaleWithItsOwnDigits_leavesIt() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG"));
      ClientApplication.main(new String[] {"--help"});
      assertThat(Locale.getDefault()).isEqualTo(Locale.ROOT);
    } finally {
      Locale.setDefault(before);
    }
  }
}
