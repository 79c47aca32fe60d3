package io.privirec.coordinator.work;

import io.privirec.edge.auth.ParticipantPrincipal;
import io.privirec.round.Round;
import io.privirec.wire.WorkList;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "work")
record WorkController(WorkQueue queue) {
  @Operation(
      operationId = "pollWork",
      summary = "The messages that the caller owes now",
      description = "Waits up to `wait` seconds for the first one; then answers an empty list.")
  @GetMapping(path = "/v1/work", produces = MediaType.APPLICATION_JSON_VALUE)
  WorkList work(
      @RequestParam(defaultValue = "20") @Min(0) @Max(30) int wait,
      @AuthenticationPrincipal ParticipantPrincipal caller)
      throws InterruptedException {
    List<Round> owed = queue.await(caller.id(), Duration.ofSeconds(wait));
    return new WorkList(owed.stream().map(WorkController::item).toList());
  }

  private static WorkList.WorkItem item(Round round) {
    return new WorkList.WorkItem(
        round.terms().sessionId(),
        round.id().hex(),
        round.terms().roundIndex(),
        round.terms().attempt(),
        round.phase().name(),
        round.deadline().orElseThrow());
  }
}
