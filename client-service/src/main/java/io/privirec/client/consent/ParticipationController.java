package io.privirec.client.consent;

import io.privirec.client.consent.Exposures.Measurement;
import io.privirec.client.participant.HostedParticipants;
import io.privirec.client.participation.Refusal;
import io.privirec.client.participation.SessionId;
import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.Problems;
import io.privirec.exposure.Exposure;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.ApprovalRequest;
import io.privirec.wire.ExposureView;
import io.privirec.wire.ParticipationView;
import io.privirec.wire.ProblemType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Problems(ProblemType.UNKNOWN_PARTICIPANT)
@RequestMapping("/v1/participants/{participant}")
@Tag(name = "Participations")
record ParticipationController(
    HostedParticipants participants,
    Participations participations,
    Exposures exposures,
    SessionWork sessions) {
  private static final Duration BUSY = Duration.ofSeconds(10);

  @GetMapping(path = "/participations", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "listParticipations",
      summary = "What the participant did in each session, and what left the house")
  List<ParticipationView> list(@PathVariable String participant) {
    return participations.of(participants.require(participant).id());
  }

  @GetMapping(path = "/sessions/{session}/exposure", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "measureExposure",
      summary = "Measure how many of the participant's users a session without noise tells",
      description =
          "The decoder runs on the participant's own data, with the equations of this session and of"
              + " all earlier sums without noise, for privirec.client.exposure-time-limit at most (a"
              + " minute unless it is set). One measurement runs at a"
              + " time. The result stays at the holder: the coordinator learns neither the result nor"
              + " whether it was measured. Afterwards wouldDisclose of the participation has the"
              + " text, until this service restarts.")
  @Problems({
    ProblemType.UNKNOWN_SESSION,
    ProblemType.SESSION_OVER,
    ProblemType.SUMS_WITH_NOISE,
    ProblemType.SNAPSHOT_MISMATCH,
    ProblemType.LEDGER_LOCKED,
    ProblemType.TOO_MANY_REQUESTS
  })
  ExposureView exposure(@PathVariable String participant, @PathVariable String session)
      throws IOException {
    ParticipantId id = participants.require(participant).id();
    SessionId known =
        parsed(session)
            .orElseThrow(
                () -> new ProblemException(ProblemType.UNKNOWN_SESSION, "no session of this id"));
    return switch (exposures.of(known, id)) {
      case Measurement.Measured measured -> view(known, id, measured);
      case Measurement.Unknown() ->
          throw new ProblemException(ProblemType.UNKNOWN_SESSION, "no session of this id");
      case Measurement.Over() ->
          throw new ProblemException(
              ProblemType.SESSION_OVER, "the session is over for this participant");
      case Measurement.WithNoise() ->
          throw new ProblemException(
              ProblemType.SUMS_WITH_NOISE,
              "only sums without noise have an exposure; the sums of this session carry noise or"
                  + " read no data");
      case Measurement.Busy() ->
          throw ProblemException.retryAfter(
              BUSY, ProblemType.TOO_MANY_REQUESTS, "another exposure is being measured");
      case Measurement.Refused(Refusal reason, String detail) ->
          throw new ProblemException(typeOf(reason), detail);
    };
  }

  private static ExposureView view(
      SessionId session, ParticipantId participant, Measurement.Measured measured) {
    Exposure exposure = measured.exposure();
    return new ExposureView(
        session.value(),
        participant.value(),
        exposure.decoder(),
        exposure.users(),
        exposure.read() == 0 ? null : exposure.read(),
        exposure.method().name(),
        exposure.equations(),
        measured.equationsBefore(),
        Exposure.ALL_FROM,
        measured.uncounted(),
        measured.at(),
        measured.text());
  }

  @PostMapping("/sessions/{session}:approve")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Operation(
      operationId = "approveSession",
      summary = "Let the participant take part in a session",
      description =
          "Needed once per session if privirec.client.approval is manual, and always if the sums of"
              + " the session carry no noise: see wouldDisclose of the participation. Without noise, the"
              + " exposure must be measured first: the answer is exposure-not-measured before. If"
              + " joinsAlone of the participation is true, the request must state it, too. The"
              + " participant's data is frozen now, unless there is a snapshot"
              + " for the session's dataAsOf: then that is used. Snapshots are at least"
              + " privirec.client.min-interval apart: before, the answer is snapshot-too-early, and"
              + " the session goes on waiting.")
  @Problems({
    ProblemType.APPROVAL_NOT_PENDING,
    ProblemType.CONSENT_MISMATCH,
    ProblemType.EXPOSURE_NOT_MEASURED,
    ProblemType.ROSTER_SUPERSEDED,
    ProblemType.SNAPSHOT_MISMATCH,
    ProblemType.SNAPSHOT_SUPERSEDED,
    ProblemType.SNAPSHOT_TOO_EARLY,
    ProblemType.DATA_TIME_AHEAD,
    ProblemType.LEDGER_LOCKED,
    ProblemType.SUM_EPSILON_EXCEEDED,
    ProblemType.SESSION_EPSILON_EXCEEDED,
    ProblemType.PERIOD_EPSILON_EXCEEDED,
    ProblemType.LIFETIME_EPSILON_EXCEEDED
  })
  void approve(
      @PathVariable String participant,
      @PathVariable String session,
      @Valid @RequestBody(required = false) @Nullable ApprovalRequest request)
      throws IOException {
    ParticipantId id = participants.require(participant).id();
    Optional<List<Integer>> cells = Optional.ofNullable(request).map(ApprovalRequest::cells);
    boolean joinsAlone = request != null && Boolean.TRUE.equals(request.joinsAlone());
    switch (sessions.approve(sessionId(session), id, cells, joinsAlone)) {
      case Approval.Given() -> {}
      case Approval.NotPending() ->
          throw new ProblemException(
              ProblemType.APPROVAL_NOT_PENDING, "no session of this name waits for approval");
      case Approval.Mismatch(String detail) ->
          throw new ProblemException(ProblemType.CONSENT_MISMATCH, detail);
      case Approval.Unmeasured() ->
          throw new ProblemException(
              ProblemType.EXPOSURE_NOT_MEASURED,
              "the sums carry no noise, and nobody has measured how many of your users they tell:"
                  + " GET /v1/participants/%s/sessions/%s/exposure first".formatted(id, session));
      case Approval.TooEarly(Instant from) ->
          throw new ProblemException(
              ProblemType.SNAPSHOT_TOO_EARLY,
              "the last snapshot is younger than privirec.client.min-interval: approve from %s on"
                  .formatted(from));
      case Approval.Refused(Refusal reason, String detail) ->
          throw new ProblemException(typeOf(reason), detail);
    }
  }

  @PostMapping("/sessions/{session}:reject")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Operation(
      operationId = "rejectSession",
      summary = "Keep the participant out of a session that waits for approval",
      description =
          "The participation is over, and nothing of the participant's data is used. The coordinator"
              + " learns that the participant does not take part, without a reason.")
  @Problems(ProblemType.APPROVAL_NOT_PENDING)
  void reject(@PathVariable String participant, @PathVariable String session) {
    ParticipantId id = participants.require(participant).id();
    if (!sessions.reject(sessionId(session), id)) {
      throw new ProblemException(
          ProblemType.APPROVAL_NOT_PENDING, "no session of this name waits for approval");
    }
  }

  private static ProblemType typeOf(Refusal reason) {
    return switch (reason) {
      case ROSTER_SUPERSEDED -> ProblemType.ROSTER_SUPERSEDED;
      case SNAPSHOT_MISMATCH -> ProblemType.SNAPSHOT_MISMATCH;
      case SNAPSHOT_SUPERSEDED -> ProblemType.SNAPSHOT_SUPERSEDED;
      case DATA_TIME_AHEAD -> ProblemType.DATA_TIME_AHEAD;
      case LEDGER_LOCKED -> ProblemType.LEDGER_LOCKED;
      case SUM_EPSILON_EXCEEDED -> ProblemType.SUM_EPSILON_EXCEEDED;
      case SESSION_EPSILON_EXCEEDED -> ProblemType.SESSION_EPSILON_EXCEEDED;
      case PERIOD_EPSILON_EXCEEDED -> ProblemType.PERIOD_EPSILON_EXCEEDED;
      case LIFETIME_EPSILON_EXCEEDED -> ProblemType.LIFETIME_EPSILON_EXCEEDED;
      default -> ProblemType.CONSENT_MISMATCH;
    };
  }

  private static SessionId sessionId(String text) {
    return parsed(text)
        .orElseThrow(() ->
            new ProblemException(
                ProblemType.APPROVAL_NOT_PENDING, "no session of this name waits for approval"));
  }

  private static Optional<SessionId> parsed(String text) {
    try {
      return Optional.of(new SessionId(text));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }
}
