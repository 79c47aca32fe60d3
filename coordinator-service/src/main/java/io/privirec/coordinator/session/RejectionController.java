package io.privirec.coordinator.session;

import io.privirec.edge.auth.ParticipantPrincipal;
import io.privirec.edge.problem.Problems;
import io.privirec.wire.ProblemType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "sessions")
record RejectionController(HolderRejections rejections) {
  @Operation(
      operationId = "rejectSession",
      summary = "The caller does not take part in the session; the word has no reason",
      description =
          "A session that waits for its whole cohort fails with rejected-by-holder. If its noisy"
              + " counts are summed, it publishes popular items with this failure. A session that can"
              + " leave the caller out goes on. Rejecting again is harmless.")
  @PostMapping("/v1/sessions/{sessionId}:reject")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Problems({ProblemType.UNKNOWN_SESSION, ProblemType.NOT_IN_COHORT, ProblemType.SESSION_OVER})
  void reject(
      @PathVariable String sessionId, @AuthenticationPrincipal ParticipantPrincipal caller) {
    rejections.reject(caller.id(), sessionId);
  }
}
