package io.privirec.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.lab.LabCommand;
import io.privirec.stage.deployment.ServiceAddress;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceAddressTest {
  private final LabCommand run =
      new LabCommand(
          "run", "--recommender=http://r:1", "--roster-key=none", "--client=http://c:2=none");

  @Test
  void address_isUrlAndTokenFile() {
    ServiceAddress address = ServiceAddress.parse("https://shop.example:8081=tokens/a");
    assertThat(address.uri()).isEqualTo(URI.create("https://shop.example:8081"));
    assertThat(address.tokenFile()).isEqualTo(Path.of("tokens/a"));
  }

  @ParameterizedTest
  @CsvSource({
    "http://c:1,     must be URL=FILE. Provided value: http://c:1",
    "c:1=token,      must begin with http://HOST. Provided value: c:1",
    "http://[=token, must begin with http://HOST. Provided value: http://["
  })
  void address_thatIsNone_isRefusedWithItsValue(String text, String because) {
    run.refuses(because, "--coordinator=" + text);
  }

  @Test
  void key_thatIsMissing_isRefusedBeforeAnythingIsAsked() {
    run.refuses("none", "--coordinator=http://c:1=none");
  }

  @Test
  void services_withoutAll_areRefused() {
    new LabCommand("run").refuses("--coordinator", "--recommender=http://r:1");
  }
}
