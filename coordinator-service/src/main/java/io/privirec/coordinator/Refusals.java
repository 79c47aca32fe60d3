package io.privirec.coordinator;

import io.privirec.coordinator.catalogue.CatalogueRefusal;
import io.privirec.coordinator.draft.DraftRefusal;
import io.privirec.coordinator.ledger.PrivacyLedgerRefusal;
import io.privirec.coordinator.participant.EnrolmentRefusal;
import io.privirec.coordinator.relay.RelayRefusal;
import io.privirec.coordinator.release.ReleaseRefusal;
import io.privirec.coordinator.roster.RosterRefusal;
import io.privirec.coordinator.session.SessionRefusal;
import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.RefusalMapping;
import io.privirec.round.RoundRefusal;
import io.privirec.secagg.coordinator.RejectionReason;
import io.privirec.secagg.roster.RosterFault;
import io.privirec.wire.ProblemType;
import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Component;

/// As which problem the coordinator answers what its features refuse.
@Component
class Refusals implements RefusalMapping {
  private static final Duration SOON = Duration.ofSeconds(1);
  private static final Duration WHEN_SOMEBODY_TIDIES = Duration.ofSeconds(10);

  @Override
  public Optional<ProblemException> problem(RuntimeException e) {
    return switch (e) {
      case RoundRefusal refusal -> Optional.of(round(refusal));
      case DraftRefusal refusal -> Optional.of(draft(refusal));
      case SessionRefusal refusal -> Optional.of(session(refusal));
      case PrivacyLedgerRefusal refusal -> Optional.of(ledger(refusal));
      case RosterRefusal refusal -> Optional.of(ProblemException.of(type(refusal), refusal));
      case EnrolmentRefusal refusal -> Optional.of(ProblemException.of(type(refusal), refusal));
      case CatalogueRefusal refusal -> Optional.of(ProblemException.of(type(refusal), refusal));
      case ReleaseRefusal refusal -> Optional.of(release(refusal));
      case RelayRefusal refusal -> Optional.of(relay(refusal));
      default -> Optional.empty();
    };
  }

  private static ProblemException round(RoundRefusal refusal) {
    return switch (refusal.reason()) {
      case UNKNOWN_ROUND -> ProblemException.of(ProblemType.UNKNOWN_ROUND, refusal);
      case NOT_INVITED -> ProblemException.of(ProblemType.NOT_IN_COHORT, refusal);
      case WRONG_PHASE -> ProblemException.of(ProblemType.WRONG_PHASE, refusal);
      case GIVEN_UP -> ProblemException.of(ProblemType.SESSION_OVER, refusal);
      case CONTENDED -> ProblemException.retryAfter(SOON, ProblemType.UNAVAILABLE, refusal);
      case REJECTED -> ProblemException.of(type(refusal.rejection().orElseThrow()), refusal);
      case UNKNOWN_CHUNK -> ProblemException.at("/chunk", ProblemType.INVALID_VALUE, refusal);
      case LENGTH_NOT_DECLARED -> ProblemException.of(ProblemType.LENGTH_REQUIRED, refusal);
      case TOO_LONG -> ProblemException.of(ProblemType.PAYLOAD_TOO_LARGE, refusal);
      case WRONG_LENGTH -> ProblemException.of(ProblemType.WRONG_LENGTH, refusal);
      case DIGEST_MISMATCH -> ProblemException.of(ProblemType.DIGEST_MISMATCH, refusal);
      case CHUNK_CONFLICT -> ProblemException.of(ProblemType.CHUNK_CONFLICT, refusal);
      case CHUNKS_MISSING -> ProblemException.of(ProblemType.CHUNKS_MISSING, refusal);
      case OUTSIDE_WINDOW -> ProblemException.retryAfter(SOON, ProblemType.OUTSIDE_WINDOW, refusal);
      case BUSY -> ProblemException.retryAfter(SOON, ProblemType.TOO_MANY_REQUESTS, refusal);
      case DISK_FULL ->
          ProblemException.retryAfter(WHEN_SOMEBODY_TIDIES, ProblemType.STORAGE_FULL, refusal);
    };
  }

  private static ProblemType type(RejectionReason reason) {
    return switch (reason) {
      case UNKNOWN_PARTICIPANT -> ProblemType.NOT_IN_COHORT;
      case SENDER_MISMATCH -> ProblemType.FORBIDDEN;
      case WRONG_PHASE, DROPPED_OUT -> ProblemType.WRONG_PHASE;
      case REPEATED_WITH_OTHER_CONTENT -> ProblemType.MESSAGE_CONFLICT;
      case BAD_SIGNATURE -> ProblemType.BAD_SIGNATURE;
      case CONTEXT_MISMATCH,
          INVALID_KEY,
          DUPLICATE_KEY,
          SEED_COMMITMENT_INVALID,
          SEED_MISMATCH,
          WRONG_SURVIVORS,
          WRONG_RECIPIENTS,
          INVALID_ENCAPSULATION,
          FALSE_COMPLAINT,
          WRONG_REVEALS ->
          ProblemType.MALFORMED_MESSAGE;
    };
  }

  private static ProblemException draft(DraftRefusal refusal) {
    ProblemType type =
        switch (refusal.reason()) {
          case INVALID_FIELD -> ProblemType.INVALID_VALUE;
          case UNKNOWN_ALGORITHM -> ProblemType.UNKNOWN_ALGORITHM;
          case CATALOGUE_MISSING -> ProblemType.CATALOGUE_MISSING;
          case UNKNOWN_PARTICIPANT -> ProblemType.UNKNOWN_PARTICIPANT;
          case ROSTER_KEY_MISMATCH -> ProblemType.ROSTER_KEY_MISMATCH;
          case COHORT_TOO_SMALL -> ProblemType.COHORT_TOO_SMALL;
          case COHORT_TOO_LARGE -> ProblemType.COHORT_TOO_LARGE;
          case NOT_WHOLE_CELLS -> ProblemType.NOT_WHOLE_CELLS;
          case CAPACITY_EXCEEDED -> ProblemType.CAPACITY_EXCEEDED;
          case STAGING_BUDGET_EXCEEDED -> ProblemType.STAGING_BUDGET_EXCEEDED;
          case STORAGE_FULL -> ProblemType.STORAGE_FULL;
          case HEAP_EXCEEDED -> ProblemType.HEAP_EXCEEDED;
        };
    return at(refusal.pointer(), type, refusal);
  }

  private static ProblemException session(SessionRefusal refusal) {
    ProblemType type =
        switch (refusal.reason()) {
          case UNKNOWN_SESSION -> ProblemType.UNKNOWN_SESSION;
          case NOT_IN_COHORT -> ProblemType.NOT_IN_COHORT;
          case SESSION_OVER -> ProblemType.SESSION_OVER;
          case UNKNOWN_PARTICIPANT -> ProblemType.UNKNOWN_PARTICIPANT;
          case WITHOUT_PEERS -> ProblemType.SESSION_WITHOUT_PEERS;
          case NOT_OUT_OF_RANGE -> ProblemType.NOT_OUT_OF_RANGE;
          case SINGLE_CELL -> ProblemType.SINGLE_CELL;
          case ROSTER_SUPERSEDED -> ProblemType.ROSTER_SUPERSEDED;
        };
    return at(refusal.pointer(), type, refusal);
  }

  private static ProblemException at(
      Optional<String> pointer, ProblemType type, RuntimeException refusal) {
    return pointer
        .map(field -> ProblemException.at(field, type, refusal))
        .orElseGet(() -> ProblemException.of(type, refusal));
  }

  private static ProblemException ledger(PrivacyLedgerRefusal refusal) {
    return switch (refusal.reason()) {
      case LEDGER_LOCKED -> ProblemException.of(ProblemType.LEDGER_LOCKED, refusal);
      case BUDGET_EXCEEDED -> ProblemException.of(ProblemType.PRIVACY_BUDGET_EXCEEDED, refusal);
      case UNAVAILABLE -> ProblemException.retryAfter(SOON, ProblemType.UNAVAILABLE, refusal);
      case NOT_LOCKED -> ProblemException.of(ProblemType.LEDGER_NOT_LOCKED, refusal);
      case COPY_UNUSABLE -> ProblemException.of(ProblemType.LEDGER_COPY_UNUSABLE, refusal);
      case FILE_UNUSABLE -> ProblemException.at("/by", ProblemType.INVALID_VALUE, refusal);
    };
  }

  private static ProblemType type(RosterRefusal refusal) {
    return switch (refusal.reason()) {
      case MISSING -> ProblemType.NO_ROSTER;
      case MALFORMED -> ProblemType.MALFORMED_ROSTER;
      case FAULTY -> type(refusal.fault().orElseThrow());
      case CONFLICT -> ProblemType.ROSTER_CONFLICT;
    };
  }

  /// As holders name it.
  private static ProblemType type(RosterFault fault) {
    return switch (fault) {
      case RosterFault.BadSignature _ -> ProblemType.BAD_SIGNATURE;
      case RosterFault.Outdated _ -> ProblemType.OUTDATED_ROSTER;
      case RosterFault.Forked _ -> ProblemType.ROSTER_CONFLICT;
      case RosterFault.ForgedWaiver _, RosterFault.ForgedDeparture _ -> ProblemType.BAD_WAIVER;
      case RosterFault.ChangedKey _ -> ProblemType.ROSTER_KEY_MISMATCH;
      case RosterFault.ReusedName _ -> ProblemType.NAME_REUSED;
      case RosterFault.MissingLine _ -> ProblemType.LINE_MISSING;
      case RosterFault.ReusedKey _ -> ProblemType.KEY_REUSED;
      case RosterFault.MissingCell _ -> ProblemType.CELL_MISSING;
      case RosterFault.ChangedCell _ -> ProblemType.CELL_CHANGED;
      case RosterFault.SmallAtom _ -> ProblemType.ATOM_TOO_SMALL;
    };
  }

  private static ProblemType type(EnrolmentRefusal refusal) {
    return switch (refusal.reason()) {
      case KEY_NOT_PROVEN -> ProblemType.BAD_SIGNATURE;
      case TOKEN_REFUSED -> ProblemType.ENROLMENT_TOKEN_REFUSED;
      case ALREADY_ENROLLED -> ProblemType.PARTICIPANT_EXISTS;
    };
  }

  private static ProblemType type(CatalogueRefusal refusal) {
    return switch (refusal.reason()) {
      case UNKNOWN_VERSION -> ProblemType.NOT_FOUND;
      case BROKEN_LINE -> ProblemType.BROKEN_LINE;
      case ITEM_EXISTS -> ProblemType.ITEM_EXISTS;
      case NO_ITEMS -> ProblemType.EMPTY_DATASET;
    };
  }

  private static ProblemException relay(RelayRefusal refusal) {
    return switch (refusal.reason()) {
      case LENGTH_NOT_DECLARED -> ProblemException.of(ProblemType.LENGTH_REQUIRED, refusal);
      case EMPTY -> ProblemException.of(ProblemType.WRONG_LENGTH, refusal);
      case TOO_LONG -> ProblemException.of(ProblemType.PAYLOAD_TOO_LARGE, refusal);
      case MAILBOX_FULL -> ProblemException.retryAfter(SOON, ProblemType.MAILBOX_FULL, refusal);
      case BUSY -> ProblemException.retryAfter(SOON, ProblemType.TOO_MANY_REQUESTS, refusal);
    };
  }

  private static ProblemException release(ReleaseRefusal refusal) {
    return switch (refusal.reason()) {
      case UNKNOWN_RELEASE -> ProblemException.of(ProblemType.UNKNOWN_RELEASE, refusal);
      case UNKNOWN_PAGE_START ->
          ProblemException.at("/before", ProblemType.UNKNOWN_RELEASE, refusal);
      case NOTHING_PUBLISHED -> ProblemException.of(ProblemType.NO_RELEASE, refusal);
      case UNKNOWN_FILE -> ProblemException.of(ProblemType.NOT_FOUND, refusal);
    };
  }
}
