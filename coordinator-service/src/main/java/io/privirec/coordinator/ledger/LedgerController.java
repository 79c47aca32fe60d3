package io.privirec.coordinator.ledger;

import io.privirec.edge.auth.ParticipantPrincipal;
import io.privirec.edge.problem.Problems;
import io.privirec.privacy.ledger.Reconciliation;
import io.privirec.wire.CoordinatorLedgerView;
import io.privirec.wire.LedgerReconciliation;
import io.privirec.wire.ProblemType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.http.MediaType;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "privacy")
record LedgerController(CoordinatorLedger ledger, LedgerViews views) {
  private static final int SHOWN = 100;

  @Operation(
      operationId = "getLedger",
      summary = "What was opened of whose data, and what is spent of the budget",
      description =
          "Accounts are groups of participants of whose data the same sums were opened; epsilon is"
              + " computed from the mechanisms of the period. Entries are the newest, newest first. A"
              + " participant sees what is about itself.")
  @GetMapping("/v1/privacy/ledger")
  @Problems(ProblemType.UNAVAILABLE)
  CoordinatorLedgerView get(
      @RequestParam(defaultValue = "" + SHOWN) @Min(0) @Max(10_000) int limit,
      Authentication caller) {
    return caller.getPrincipal() instanceof ParticipantPrincipal participant
        ? views.of(limit, participant.id())
        : views.of(limit);
  }

  @Operation(
      operationId = "reconcileLedger",
      summary = "Unlocks the ledger after a restore",
      description =
          "COPY takes the copy of the ledger that is kept apart. FILE says that the file is right,"
              + " and the database was restored to before its last entries. WORST_CASE counts all"
              + " that the budget allows within a period as spent, of everybody.")
  @PostMapping(
      path = "/v1/privacy/ledger/reconciliation",
      consumes = MediaType.APPLICATION_JSON_VALUE)
  @Problems({
    ProblemType.LEDGER_NOT_LOCKED,
    ProblemType.LEDGER_COPY_UNUSABLE,
    ProblemType.UNAVAILABLE
  })
  CoordinatorLedgerView reconcile(@Valid @RequestBody LedgerReconciliation how) {
    ledger.reconcile(
        switch (how.by()) {
          case COPY -> Reconciliation.COPY;
          case FILE -> Reconciliation.FILE;
          case WORST_CASE -> Reconciliation.WORST_CASE;
        },
        how.coversUnlocked());
    return views.of(SHOWN);
  }
}
