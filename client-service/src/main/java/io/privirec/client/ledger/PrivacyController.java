package io.privirec.client.ledger;

import io.privirec.client.participant.HostedParticipants;
import io.privirec.edge.problem.Problems;
import io.privirec.privacy.ledger.Reconciliation;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.LedgerReconciliation;
import io.privirec.wire.ParticipantPrivacy;
import io.privirec.wire.ProblemType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Problems(ProblemType.UNKNOWN_PARTICIPANT)
@RequestMapping(
    path = "/v1/participants/{participant}/privacy",
    produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "Privacy")
record PrivacyController(HostedParticipants participants, PrivacyLedgers ledgers) {
  @GetMapping
  @Operation(
      operationId = "getPrivacy",
      summary = "What was opened of the participant's data, and how much epsilon is spent",
      description =
          "By the participant's own ledger: epsilon is computed from the noise of each signed round"
              + " record, and from nothing that the coordinator says of it.")
  ParticipantPrivacy privacy(@PathVariable String participant) {
    return view(participants.require(participant).id());
  }

  @PostMapping(path = "/reconciliation", consumes = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "reconcilePrivacy",
      summary = "Unlock the participant after a restore",
      description =
          "Ledger and database contradict each other. COPY takes the copy of the ledger that is kept"
              + " apart; FILE says that the file is right, and the database was restored to before its"
              + " last entries; WORST_CASE counts all that the limits allow within a period as spent. Open"
              + " rounds of the participant are given up either way. FILE and WORST_CASE also reject"
              + " the sessions that run.")
  @Problems({ProblemType.LEDGER_NOT_LOCKED, ProblemType.LEDGER_COPY_UNUSABLE})
  ParticipantPrivacy reconcile(
      @PathVariable String participant, @Valid @RequestBody LedgerReconciliation request) {
    ParticipantId id = participants.require(participant).id();
    ledgers.reconcile(
        id,
        switch (request.by()) {
          case COPY -> Reconciliation.COPY;
          case FILE -> Reconciliation.FILE;
          case WORST_CASE -> Reconciliation.WORST_CASE;
        },
        request.coversUnlocked());
    return view(id);
  }

  private ParticipantPrivacy view(ParticipantId participant) {
    return PrivacyText.of(ledgers.standing(participant));
  }
}
