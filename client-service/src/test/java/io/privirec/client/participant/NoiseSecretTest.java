package io.privirec.client.participant;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.TestClient;
import io.privirec.client.TestDeployment;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.ParticipantId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The secret that the noise of a participant's closed rounds follows from.
class NoiseSecretTest {
  private static final ParticipantId FIRST = new ParticipantId("p1");
  private static final ParticipantId SECOND = new ParticipantId("p2");

  @RegisterExtension
  private final TestDeployment deployment =
      TestDeployment.consenting(5, 0, List.of(FIRST.value(), SECOND.value()));

  private final TestClient client = deployment.client();

  private SecretBytes secret(ParticipantId id) {
    return client.bean(ParticipantStore.class).noiseSecret(id);
  }

  private JdbcClient jdbc() {
    return client.bean(JdbcClient.class);
  }

  @Test
  void secret_isDrawnAtEnrolmentAndStays() {
    assertThat(
            jdbc()
                .sql("select count(sealed_noise_secret) from participant")
                .query(Integer.class)
                .single())
        .isEqualTo(2);
    SecretBytes first = secret(FIRST);
    assertThat(first.sizeBytes()).isEqualTo(32);
    assertThat(secret(SECOND)).isNotEqualTo(first);
    client.restartWith();
    assertThat(secret(FIRST)).isEqualTo(first);
  }

  @Test
  void participantOfAnEarlierVersion_getsASecretThatStays() {
    jdbc().sql("update participant set sealed_noise_secret = null").update();
    SecretBytes drawn = secret(FIRST);
    client.restartWith();
    assertThat(secret(FIRST)).isEqualTo(drawn);
  }
}
