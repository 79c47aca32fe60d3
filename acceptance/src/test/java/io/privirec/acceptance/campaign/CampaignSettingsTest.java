package io.privirec.acceptance.campaign;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.operator.option.InvalidOptionException;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class CampaignSettingsTest {
  private static CampaignSettings settings(String... options) {
    return CommandLine.populateCommand(new CampaignSettings(), options);
  }

  /// Some sessions are over one cell, and there are two.
  @Test
  void participants_tooFewForTwoCellsOfTheSessions_areRefused() {
    assertThatCode(() -> settings("--participants=6").check()).doesNotThrowAnyException();
    assertThatCode(() -> settings("--participants=8", "--sessions=fedpower-utility").check())
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> settings("--participants=5").check())
        .isInstanceOf(InvalidOptionException.class)
        .hasMessageContaining("--participants must be in [6, 64]");
    assertThatThrownBy(() -> settings("--participants=7", "--sessions=fedpower-utility").check())
        .isInstanceOf(InvalidOptionException.class)
        .hasMessageContaining("--participants must be in [8, 64]");
    assertThatThrownBy(
            () -> settings("--participants=11", "--cells=3", "--sessions=fedpower-utility").check())
        .isInstanceOf(InvalidOptionException.class)
        .hasMessageContaining("--cells must be in [2, 2]");
  }
}
