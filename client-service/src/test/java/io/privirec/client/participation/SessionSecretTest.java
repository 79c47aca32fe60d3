package io.privirec.client.participation;

import static io.privirec.client.TestClient.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.TestClient;
import io.privirec.client.TestDeployment;
import io.privirec.federation.SessionSecret;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.PriviRecKParameters;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.simple.JdbcClient;

/// What a participant draws for a session.
class SessionSecretTest {
  private static final int ITEMS = 30;
  private static final String SESSION = "with-secrets";

  @RegisterExtension
  private static final TestDeployment deployment =
      TestDeployment.consenting(ITEMS, 8, List.of("p1", "p2", "p3"));

  private static final TestClient client = deployment.client();

  private static SessionSecret secret(String participant) {
    return client
        .bean(ParticipationStore.class)
        .secret(
            new SessionId(SESSION),
            new ParticipantId(participant),
            () -> SessionSecret.random(new SecureRandom()));
  }

  private static Optional<byte[]> stored(String participant) {
    return client
        .bean(JdbcClient.class)
        .sql(
            """
            select sealed_secret from participation
            where session_id = ? and participant = ? and sealed_secret is not null\
            """)
        .params(SESSION, participant)
        .query(byte[].class)
        .optional();
  }

  @Test
  void secret_isDrawnOnce_keptSealed_andForgottenWithTheSession() {
    deployment.begin(SESSION, PriviRecKParameters.gfCf(4, 2, .3, 3L, 4, ITEMS));
    await("p1 and p2 know it", () -> isKnown("p1") && isKnown("p2"));
    assertThat(stored("p1")).isEmpty();

    SessionSecret first = secret("p1");

    assertThat(secret("p1").secret().expose()).isEqualTo(first.secret().expose());
    assertThat(secret("p2").secret().expose()).isNotEqualTo(first.secret().expose());
    assertThat(HexFormat.of().formatHex(stored("p1").orElseThrow()))
        .doesNotContain(HexFormat.of().formatHex(first.secret().expose()));
    assertThat(first.toString()).contains("SecretBytes[32 bytes]");

    deployment.finish(SessionView.Status.FAILED);
    await("it is over", () -> deployment.of("p1", SESSION).status().equals("OVER"));
    assertThat(stored("p1")).isEmpty();
  }

  private static boolean isKnown(String participant) {
    return client
        .bean(ParticipationStore.class)
        .find(new SessionId(SESSION), new ParticipantId(participant))
        .isPresent();
  }
}
