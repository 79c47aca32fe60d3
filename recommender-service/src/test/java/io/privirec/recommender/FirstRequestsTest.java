package io.privirec.recommender;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A service that asks itself before it is ready.
class FirstRequestsTest {
  private static final String OWN = "http_server_requests_seconds_count{";

  @RegisterExtension
  private final RunningRecommender recommender =
      RunningRecommender.notStarted(1)
          .with(RunningRecommender.WARM_UP + "300ms", "--privirec.rate-limit.requests=5");

  @Test
  void start_answersRequestsOfItsOwn_andIsReadyAfterwards() throws Exception {
    Set<Path> before = sockets();
    recommender.run();
    assertThat(answered()).isGreaterThan(5);
    assertThat(sockets()).isEqualTo(before);
    long answered = answered();
    // A caller of the same address still has its whole rate.
    for (int n = 0; n < 3; n++) {
      assertThat(recommender.get("/v1/models").status()).isEqualTo(200);
    }
    assertThat(answered()).isEqualTo(answered);
  }

  /// Requests for recommendations so far with answers of status 200.
  private long answered() {
    return recommender
        .scrape()
        .lines()
        .filter(line -> line.startsWith(OWN))
        .filter(line -> line.contains("uri=\"/v1/recommendations\"") && line.contains("\"200\""))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  private static Set<Path> sockets() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("privirec-own-"))
          .collect(Collectors.toSet());
    }
  }
}
