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

  /// All tests of services run under such a locale: `own.digits` in `pom.xml`.
  @Test
  void main_underALocaleWithItsOwnDigits_leavesIt() {
    Locale before = Locale.getDefault();
    Locale formats = Locale.getDefault(Locale.Category.FORMAT);
    assertThat(String.format("%d", 1)).isEqualTo("\u0661");
    try {
      ClientApplication.main(new String[] {"--help"});
      assertThat(String.format("%d", 1)).isEqualTo("1");
    } finally {
      Locale.setDefault(before);
      Locale.setDefault(Locale.Category.FORMAT, formats);
    }
  }
}
