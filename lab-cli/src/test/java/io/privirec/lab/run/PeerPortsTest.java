package io.privirec.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.federation.factors.PriviRecK;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.stage.deployment.PeerPorts;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PeerPortsTest {
  private static RunSettings settings(int clients, int portBase) {
    return new RunSettings(
        null,
        null,
        6,
        1,
        clients,
        new SessionChoice(PriviRecK.ID, null, Map.of(), true),
        null,
        1,
        1,
        false,
        portBase,
        true,
        null,
        null,
        false);
  }

  @Test
  void ports_ofClients_followTheFirst() {
    PeerPorts ports = new PeerPorts(7805);
    assertThat(ports.of(0)).isEqualTo(7805);
    assertThat(ports.of(2)).isEqualTo(7807);
    assertThat(ports.address(2)).isEqualTo(URI.create("http://127.0.0.1:7807"));
  }

  @Test
  void settings_whoseParticipantsDoNotMeet_takeNone() {
    RunSettings settings = settings(3, 7800);
    assertThat(settings.ports()).isEqualTo(5);
    assertThat(settings.layout().peers()).isEmpty();
    assertThat(settings(3, 65_531).ports()).isEqualTo(5);
    assertThatThrownBy(() -> settings(3, 65_532))
        .isInstanceOf(InvalidOptionException.class)
        .hasMessageContaining("[1024, 65531]");
  }
}
