package io.privirec.stage.meters;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/// The meters of any service, which need no token.
public final class MetersApi implements AutoCloseable {
  /// A scrape that takes longer tells of another moment than was meant.
  private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(5);

  private final HttpRequest scrape;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /// At an address.
  ///
  /// @param names of what is wanted; none: everything. A service that runs a session has more than
  ///   a thousand series, and whoever asks for all of them twice a second slows down what he
  ///   measures
  public MetersApi(URI base, String... names) {
    String only = names.length == 0 ? "" : "?includedNames=" + String.join(",", names);
    this.scrape =
        HttpRequest.newBuilder(base.resolve("/actuator/prometheus" + only))
            .timeout(ANSWERED_WITHIN)
            .build();
  }

  public Meters meters() throws IOException, InterruptedException {
    HttpResponse<String> response = http.send(scrape, BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException(scrape.uri() + " was answered with " + response.statusCode());
    }
    return new Meters(response.body());
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
