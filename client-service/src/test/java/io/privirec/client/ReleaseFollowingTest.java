package io.privirec.client;

import static io.privirec.client.TestClient.await;
import static io.privirec.client.TestClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.recommendations.ReleaseFollower;
import io.privirec.wire.SessionView;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which release recommendations at home come from.
class ReleaseFollowingTest {
  private static final int ITEMS = 8;

  @TempDir Path published;
  @TempDir Path data;
  private TestCoordinator coordinator;
  private TestClient client;

  @BeforeEach
  void start() {
    coordinator = new TestCoordinator();
    coordinator.catalogueOf(ITEMS);
    client = new TestClient(data, coordinator);
    client.host("shop");
  }

  @AfterEach
  void stop() {
    client.close();
    coordinator.close();
  }

  private void publish(int n, boolean knowsHistories) throws IOException {
    Path release = TestReleases.write(published, n, ITEMS, knowsHistories, coordinator.key());
    coordinator.finish(SessionView.Status.PUBLISHED, Optional.of(release));
    client.bean(ReleaseFollower.class).published();
    await("release " + n, () -> Files.exists(data.resolve("releases/r-" + n)));
  }

  private boolean answersFrom(int n) {
    HttpResponse<String> popular = client.get("/v1/items/popular");
    return popular.statusCode() == 200
        && json(popular).get("modelVersion").asString().equals("r-" + n);
  }

  @Test
  void releaseOfPopularity_isInUse_onlyUntilThereIsAnother() throws IOException {
    publish(1, false);
    await("the first release", () -> answersFrom(1));
    publish(2, true);
    await("a better one", () -> answersFrom(2));
    publish(3, false);
    publish(4, false);
    // The third was passed over before the fourth was fetched.
    assertThat(answersFrom(2)).isTrue();

    client.stop();
    client.start();
    await("the best release on the disk", () -> answersFrom(2));
    publish(5, true);
    await("the newest", () -> answersFrom(5));
  }
}
