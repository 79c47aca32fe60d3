package io.privirec.coordinator.session;

import io.privirec.coordinator.draft.SessionDrafts;
import io.privirec.edge.auth.ParticipantPrincipal;
import io.privirec.edge.problem.Problems;
import io.privirec.wire.ProblemType;
import io.privirec.wire.SessionPlan;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.net.URI;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "sessions")
record SessionController(Sessions sessions, SessionDrafts drafts) {
  @Operation(
      operationId = "planSession",
      summary = "What a session would cost: rounds, bytes, memory, ring headroom, thresholds",
      description = "Checks everything that starting it would check, and starts nothing.")
  @PostMapping(path = "/v1/sessions:plan", consumes = MediaType.APPLICATION_JSON_VALUE)
  @Problems({
    ProblemType.CATALOGUE_MISSING,
    ProblemType.COHORT_TOO_SMALL,
    ProblemType.COHORT_TOO_LARGE,
    ProblemType.UNKNOWN_PARTICIPANT,
    ProblemType.NO_ROSTER,
    ProblemType.NOT_WHOLE_CELLS,
    ProblemType.ROSTER_KEY_MISMATCH,
    ProblemType.UNKNOWN_ALGORITHM,
    ProblemType.CAPACITY_EXCEEDED,
    ProblemType.STAGING_BUDGET_EXCEEDED,
    ProblemType.HEAP_EXCEEDED,
    ProblemType.PRIVACY_BUDGET_EXCEEDED,
    ProblemType.LEDGER_LOCKED
  })
  SessionPlan plan(@Valid @RequestBody SessionRequest request) {
    return drafts.plan(request);
  }

  @Operation(operationId = "createSession", summary = "Starts a session")
  @PostMapping(path = "/v1/sessions", consumes = MediaType.APPLICATION_JSON_VALUE)
  @Problems({
    ProblemType.CATALOGUE_MISSING,
    ProblemType.COHORT_TOO_SMALL,
    ProblemType.COHORT_TOO_LARGE,
    ProblemType.UNKNOWN_PARTICIPANT,
    ProblemType.NO_ROSTER,
    ProblemType.NOT_WHOLE_CELLS,
    ProblemType.ROSTER_KEY_MISMATCH,
    ProblemType.UNKNOWN_ALGORITHM,
    ProblemType.CAPACITY_EXCEEDED,
    ProblemType.STAGING_BUDGET_EXCEEDED,
    ProblemType.HEAP_EXCEEDED,
    ProblemType.PRIVACY_BUDGET_EXCEEDED,
    ProblemType.LEDGER_LOCKED
  })
  @ApiResponse(responseCode = "201", description = "Started", useReturnTypeSchema = true)
  ResponseEntity<SessionView> create(@Valid @RequestBody SessionRequest request) {
    SessionView session = sessions.create(request);
    return ResponseEntity.created(URI.create("/v1/sessions/" + session.id())).body(session);
  }

  @Operation(
      operationId = "listSessions",
      summary = "The newest sessions, newest first; a participant sees those of its cohorts")
  @GetMapping("/v1/sessions")
  List<SessionView> list(Authentication caller) {
    return caller.getPrincipal() instanceof ParticipantPrincipal participant
        ? sessions.newestFor(participant.id())
        : sessions.newest();
  }

  @Operation(
      operationId = "getSession",
      summary = "One session: its rounds, phases, losses and stages",
      description = "A participant sees the sessions of its cohorts only.")
  @GetMapping("/v1/sessions/{sessionId}")
  @Problems({ProblemType.UNKNOWN_SESSION, ProblemType.NOT_IN_COHORT})
  SessionView get(@PathVariable String sessionId, Authentication caller) {
    return caller.getPrincipal() instanceof ParticipantPrincipal participant
        ? sessions.getFor(participant.id(), sessionId)
        : sessions.get(sessionId);
  }

  @Operation(
      operationId = "cancelSession",
      summary = "Ends a session; harmless when it is cancelled already",
      description =
          "A session with noise whose counts are summed has spent ε: it publishes popular items and"
              + " ends as PUBLISHED, with the failure cancelled. Every other session ends as"
              + " CANCELLED, without a release.")
  @PostMapping("/v1/sessions/{sessionId}:cancel")
  @Problems({ProblemType.UNKNOWN_SESSION, ProblemType.SESSION_OVER})
  SessionView cancel(@PathVariable String sessionId) {
    return sessions.cancel(sessionId);
  }

  @Operation(
      operationId = "bisectSession",
      summary = "Sums each cell alone, after a sum that was out of range; again is fine",
      description =
          "Starts a session per cell of the cohort that ends after the round whose sum was out of"
              + " range, and publishes nothing. The answer's field bisection says of which cells the"
              + " sum is out of range, too: somebody in them contributes what no data gives.")
  @PostMapping("/v1/sessions/{sessionId}:bisect")
  @Problems({
    ProblemType.UNKNOWN_SESSION,
    ProblemType.NOT_OUT_OF_RANGE,
    ProblemType.SINGLE_CELL,
    ProblemType.ROSTER_SUPERSEDED
  })
  SessionView bisect(@PathVariable String sessionId) {
    return sessions.bisect(sessionId);
  }
}
