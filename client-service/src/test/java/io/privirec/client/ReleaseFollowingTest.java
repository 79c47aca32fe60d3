package io.privirec.client;

import static io.privirec.client.TestClient.await;
import static io.privirec.client.TestClient.json;
import static io.privirec.client.TestClient.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.runtime.ReleaseListener;
import io.privirec.wire.SessionView;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/// Which release recommendations at home come from.
@ExtendWith(OutputCaptureExtension.class)
class ReleaseFollowingTest {
  private static final int ITEMS = 8;
  private static final Pattern NO_MEMORY =
      Pattern.compile(
          "The newest release is not opened: memory-full: release r-10 needs about 3,[0-9]{3} MiB of heap, and [0-9,]+ MiB of");

  @RegisterExtension
  private final TestDeployment deployment = new TestDeployment(ITEMS, 0, List.of("shop"));

  private final TestCoordinator coordinator = deployment.coordinator();
  private final TestClient client = deployment.client();
  @TempDir private Path published;

  private void publish(int n, boolean knowsHistories) throws IOException {
    publish(n, TestReleases.write(published, n, ITEMS, knowsHistories, coordinator.key()));
  }

  private void publishPrivate(int n) throws IOException {
    publish(n, TestReleases.writePrivate(published, n, ITEMS, coordinator.key()));
  }

  private void publish(int n, Path release) {
    coordinator.finish(SessionView.Status.PUBLISHED, Optional.of(release));
    client.bean(ReleaseListener.class).published();
    await("release " + n, () -> Files.exists(deployment.data().resolve("releases/r-" + n)));
  }

  private boolean answersFrom(int n) {
    HttpResponse<String> popular = client.get("/v1/items/popular");
    return popular.statusCode() == 200
        && json(popular).get("modelVersion").asString().equals("r-" + n);
  }

  @Test
  void release_isInUse_untilABetterOneIsAccepted(CapturedOutput log) throws IOException {
    publish(1, false);
    await(
        "the reason",
        () -> client.get("/v1/items/popular").body().contains("privirec.client.accept is private"));
    refused(client.get("/v1/items/popular"), 404, "no-release");
    client.restartWith("--privirec.client.accept=any");
    await("the first release", () -> answersFrom(1));
    publish(2, true);
    await("a better one", () -> answersFrom(2));
    publish(3, false);
    publish(4, false);
    // The third was passed over before the fourth was fetched.
    assertThat(answersFrom(2)).isTrue();

    client.restartWith();
    await("the best release on the disk", () -> answersFrom(2));
    publish(5, true);
    await("the newest", () -> answersFrom(5));

    // A release without noise stays, and no newer one takes its place.
    client.restartWith("--privirec.client.accept=private");
    await("the release of before", () -> answersFrom(5));
    publish(6, true);
    publish(7, true);
    assertThat(answersFrom(5)).isTrue();
    // As at an upgrade: earlier versions kept no name of a release.
    Files.delete(deployment.data().resolve("release-in-use"));
    client.restartWith("--privirec.client.accept=private");
    await("the best release on the disk", () -> answersFrom(7));
    publishPrivate(8);
    await("the first release with noise", () -> answersFrom(8));
    publish(9, true);
    // A damaged name ends no answers.
    Files.write(deployment.data().resolve("release-in-use"), new byte[] {0, (byte) 0xff});
    client.restartWith("--privirec.client.accept=private");
    await("the release with noise", () -> answersFrom(8));

    publish(10, TestReleases.writeHuge(published, 10, coordinator.key()));
    await("the numbers", () -> NO_MEMORY.matcher(log.getAll()).find());
    assertThat(answersFrom(8)).isTrue();
  }
}
