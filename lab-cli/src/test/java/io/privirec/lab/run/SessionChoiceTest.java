package io.privirec.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SessionChoiceTest {
  private static final String COORDINATOR = "privirec.coordinator.privacy.";

  private static SessionChoice privacy(String delta) {
    return new SessionChoice(
        "item-degrees", null, Map.of("privacy.epsilon", "1", "privacy.delta", delta), false);
  }

  @Test
  void sumsWithoutNoise_ofWhichNothingElseIsChosen_haveAPrivateResultBefore() {
    SessionChoice plain = new SessionChoice("privirec-k", null, Map.of(), true);

    assertThat(plain.privateFirst())
        .contains(
            new SessionChoice(
                "privirec",
                null,
                Map.of("privacy.epsilon", "3.0", "privacy.delta", "1.0E-6"),
                false));
    assertThat(plain.privateFirst().orElseThrow().privateFirst()).isEmpty();
    assertThat(new SessionChoice("privirec-k", 8, Map.of(), true).privateFirst()).isEmpty();
    assertThat(new SessionChoice("als", null, Map.of(), true).privateFirst()).isEmpty();
  }

  /// Coordinators and holders reject a larger δ than their properties allow.
  @Test
  void deltaOfTheRun_isThatOfItsServices_withTheUsersThatItAllowsFor() {
    assertThat(privacy("1e-5").budget(false, 1))
        .containsEntry(COORDINATOR + "delta", "1e-5")
        .containsEntry(COORDINATOR + "largest-users", "10000");
    assertThat(privacy("1e-6").budget(false, 1))
        .containsEntry(COORDINATOR + "largest-users", "100000");
    assertThat(privacy("1e-9").budget(false, 1))
        .containsEntry(COORDINATOR + "largest-users", "16777216");
    assertThat(privacy("1e-5").holdersLimits(false, 1))
        .containsEntry("privirec.client.privacy.delta", "1e-5");
  }

  /// Each session spends its own ε. Three attempts of one session may each have other noise.
  @Test
  void severalSessions_haveRoomInTheHoldersLimits() {
    String client = "privirec.client.privacy.";
    assertThat(privacy("1e-5").holdersLimits(false, 1)).doesNotContainKey(client + "max-epsilon");
    assertThat(privacy("1e-5").holdersLimits(false, 20))
        .containsEntry(client + "max-epsilon-per-session", "3.0")
        .containsEntry(client + "max-epsilon", "60.0")
        .containsEntry(client + "max-epsilon-lifetime", "60.0");
  }
}
