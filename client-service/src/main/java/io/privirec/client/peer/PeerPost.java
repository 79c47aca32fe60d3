package io.privirec.client.peer;

import io.privirec.client.coordinator.CoordinatorException;
import io.privirec.client.coordinator.ParticipantChannel;
import io.privirec.client.peer.PeerObserver.Outcome;
import io.privirec.client.peer.PeerObserver.Way;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Brings envelopes to their recipients, once each: whoever sends tries again.
final class PeerPost implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(PeerPost.class);
  static final String MEDIA_TYPE = "application/vnd.privirec.peer.v1";
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int NO_CONTENT = 204;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int LONGEST_ANSWER_BYTES = 1 << 16;

  /// Whoever answers without end is not listened to.
  private static final HttpResponse.BodyHandler<Void> SHORT_ANSWER =
      HttpResponse.BodyHandlers.limiting(
          HttpResponse.BodyHandlers.discarding(), LONGEST_ANSWER_BYTES);

  private final HttpClient http;
  private final PeerObserver observer;

  PeerPost(SSLContext tls, PeerObserver observer) {
    this.observer = observer;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .sslContext(tls)
            .build();
  }

  /// Sends an envelope to the recipient's address, or else by the relay.
  Outcome send(
      ParticipantId to,
      byte[] envelope,
      Map<ParticipantId, URI> addresses,
      String session,
      ParticipantChannel channel)
      throws InterruptedException {
    @Nullable URI address = addresses.get(to);
    Outcome outcome =
        address == null ? relayed(session, to, envelope, channel) : direct(to, address, envelope);
    observer.sent(address == null ? Way.RELAY : Way.DIRECT, outcome, envelope.length);
    return outcome;
  }

  private Outcome direct(ParticipantId to, URI address, byte[] envelope)
      throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + "/v1/peer-messages"))
            .timeout(TIMEOUT)
            .header("Content-Type", MEDIA_TYPE)
            .POST(HttpRequest.BodyPublishers.ofByteArray(envelope))
            .build();
    try {
      int status = http.send(request, SHORT_ANSWER).statusCode();
      if (status == NO_CONTENT) {
        return Outcome.TAKEN;
      }
      log.debug("{} answers {} to an envelope", to, status);
      return status == NOT_FOUND || status == CONFLICT ? Outcome.REFUSED : Outcome.LOST;
    } catch (IOException e) {
      log.debug("{} cannot be reached: {}", to, e.getClass().getSimpleName());
      return Outcome.LOST;
    }
  }

  private static Outcome relayed(
      String session, ParticipantId to, byte[] envelope, ParticipantChannel channel) {
    try {
      channel.postPeerMessage(session, to, envelope);
      return Outcome.TAKEN;
    } catch (CoordinatorException e) {
      log.debug("the relay takes no envelope for {}: {}", to, e.getMessage());
      return Outcome.LOST;
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
