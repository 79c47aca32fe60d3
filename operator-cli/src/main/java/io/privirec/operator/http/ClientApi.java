package io.privirec.operator.http;

import io.privirec.wire.ApprovalRequest;
import io.privirec.wire.ExposureView;
import io.privirec.wire.HostedParticipant;
import io.privirec.wire.HostedParticipantRequest;
import io.privirec.wire.ImportReport;
import io.privirec.wire.ParticipantPrivacy;
import io.privirec.wire.ParticipationView;
import io.privirec.wire.RosterView;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A client-service as its operator, the data holder, sees it.
public final class ClientApi implements AutoCloseable {
  private static final Duration MEASURED_WITHIN = Duration.ofMinutes(5);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int TOO_MANY_REQUESTS = 429;

  private final JsonApi api;
  private final Duration measuredWithin;

  public ClientApi(URI base, AdminToken token) {
    this(base, token, MEASURED_WITHIN);
  }

  /// @param measuredWithin longest wait for measurements of other callers
  ClientApi(URI base, AdminToken token, Duration measuredWithin) {
    this.api = new JsonApi(base, token);
    this.measuredWithin = measuredWithin;
  }

  /// Hosts a participant: makes its keys and enrols it at the coordinator.
  public HostedParticipant host(String participant, String enrolmentToken)
      throws IOException, InterruptedException {
    return api.post(
        "/v1/participants",
        new HostedParticipantRequest(participant, enrolmentToken),
        HostedParticipant.class);
  }

  public ImportReport importInteractions(String participant, byte[] csv)
      throws IOException, InterruptedException {
    return api.post(
        "/v1/participants/" + participant + "/interactions",
        "text/csv",
        BodyPublishers.ofByteArray(csv),
        ImportReport.class);
  }

  public RosterView putRoster(String text) throws IOException, InterruptedException {
    return api.put("/v1/roster", "text/plain", BodyPublishers.ofString(text), RosterView.class);
  }

  /// Returns a participant's sessions, and the data that left the house.
  public List<ParticipationView> participations(String participant)
      throws IOException, InterruptedException {
    return api.list(
        "/v1/participants/" + participant + "/participations", ParticipationView[].class);
  }

  /// What was opened of a participant's data, by the holder's own ledger.
  public ParticipantPrivacy privacy(String participant) throws IOException, InterruptedException {
    return api.get("/v1/participants/" + participant + "/privacy", ParticipantPrivacy.class);
  }

  /// Consents to a participant's part in a session, as a view shows it.
  ///
  /// @param cells that the caller expects
  public void approve(ParticipationView asked, List<Integer> cells)
      throws IOException, InterruptedException {
    approve(asked.participant(), asked.sessionId(), new ApprovalRequest(cells, asked.joinsAlone()));
  }

  /// Consents to a participant's part in a session over these cells, if the participant does not
  /// join alone.
  public void approve(String participant, String session, List<Integer> cells)
      throws IOException, InterruptedException {
    approve(participant, session, new ApprovalRequest(cells, null));
  }

  /// For sums without noise, the service measures the exposure first.
  private void approve(String participant, String session, ApprovalRequest request)
      throws IOException, InterruptedException {
    String path = "/v1/participants/" + participant + "/sessions/" + session;
    try {
      api.post(path + ":approve", request);
    } catch (ProblemException unmeasured) {
      if (!unmeasured.code().equals("exposure-not-measured")) {
        throw unmeasured;
      }
      measure(path + "/exposure");
      api.post(path + ":approve", request);
    }
  }

  /// Measures an exposure. A service measures one exposure at a time, so this waits for the
  /// measurement of another caller.
  private void measure(String path) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + measuredWithin.toNanos();
    Optional<Duration> pause = busy(path, deadline);
    while (pause.isPresent()) {
      Thread.sleep(pause.get());
      pause = busy(path, deadline);
    }
  }

  /// Asks for the measurement. Returns the time until another try if the service is busy.
  ///
  /// @throws ProblemException if another try would come after the deadline
  private Optional<Duration> busy(String path, long deadline)
      throws IOException, InterruptedException {
    try {
      api.get(path, ExposureView.class);
      return Optional.empty();
    } catch (ProblemException busy) {
      Duration pause = busy.retryAfter().orElse(PAUSE);
      if (busy.status() != TOO_MANY_REQUESTS || pause.toNanos() > deadline - System.nanoTime()) {
        throw busy;
      }
      return Optional.of(pause);
    }
  }

  @Override
  public void close() {
    api.close();
  }
}
