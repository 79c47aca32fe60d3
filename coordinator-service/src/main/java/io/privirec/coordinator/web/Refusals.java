package io.privirec.coordinator.web;

import io.privirec.coordinator.catalogue.CatalogueRefusal;
import io.privirec.coordinator.participant.EnrolmentRefusal;
import io.privirec.coordinator.release.ReleaseRefusal;
import io.privirec.coordinator.roster.RosterRefusal;
import io.privirec.coordinator.session.SessionRefusal;
import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.RefusalMapping;
import io.privirec.round.RoundRefusal;
import io.privirec.secagg.coordinator.RejectionReason;
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
      case SessionRefusal refusal -> Optional.of(session(refusal));
      case RosterRefusal refusal -> Optional.of(ProblemException.of(type(refusal), refusal));
      case EnrolmentRefusal refusal -> Optional.of(ProblemException.of(type(refusal), refusal));
      case CatalogueRefusal refusal -> Optional.of(ProblemException.of(type(refusal), refusal));
      case ReleaseRefusal refusal -> Optional.of(release(refusal));
      default -> Optional.empty();
    };
  }

  private static ProblemException round(RoundRefusal refusal) {
    return switch (refusal) {
      case RoundRefusal.UnknownRound _ -> ProblemException.of(ProblemType.UNKNOWN_ROUND, refusal);
      case RoundRefusal.NotInvited _ -> ProblemException.of(ProblemType.NOT_IN_COHORT, refusal);
      case RoundRefusal.WrongPhase _ -> ProblemException.of(ProblemType.WRONG_PHASE, refusal);
      case RoundRefusal.GivenUp _ -> ProblemException.of(ProblemType.SESSION_OVER, refusal);
      case RoundRefusal.Contended _ ->
          ProblemException.retryAfter(SOON, ProblemType.UNAVAILABLE, refusal);
      case RoundRefusal.Rejected rejected -> ProblemException.of(type(rejected.reason()), refusal);
      case RoundRefusal.UnknownChunk _ ->
          ProblemException.at("/chunk", ProblemType.INVALID_VALUE, refusal);
      case RoundRefusal.LengthNotDeclared _ ->
          ProblemException.of(ProblemType.LENGTH_REQUIRED, refusal);
      case RoundRefusal.TooLong _ -> ProblemException.of(ProblemType.PAYLOAD_TOO_LARGE, refusal);
      case RoundRefusal.WrongLength _ -> ProblemException.of(ProblemType.WRONG_LENGTH, refusal);
      case RoundRefusal.DigestMismatch _ ->
          ProblemException.of(ProblemType.DIGEST_MISMATCH, refusal);
      case RoundRefusal.ChunkConflict _ -> ProblemException.of(ProblemType.CHUNK_CONFLICT, refusal);
      case RoundRefusal.ChunksMissing _ -> ProblemException.of(ProblemType.CHUNKS_MISSING, refusal);
      case RoundRefusal.OutsideWindow _ ->
          ProblemException.retryAfter(SOON, ProblemType.OUTSIDE_WINDOW, refusal);
      case RoundRefusal.Busy _ ->
          ProblemException.retryAfter(SOON, ProblemType.TOO_MANY_REQUESTS, refusal);
      case RoundRefusal.DiskFull _ ->
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

  private static ProblemException session(SessionRefusal refusal) {
    ProblemType type =
        switch (refusal) {
          case SessionRefusal.UnknownSession _ -> ProblemType.UNKNOWN_SESSION;
          case SessionRefusal.NotInCohort _ -> ProblemType.NOT_IN_COHORT;
          case SessionRefusal.SessionOver _ -> ProblemType.SESSION_OVER;
          case SessionRefusal.InvalidField _ -> ProblemType.INVALID_VALUE;
          case SessionRefusal.UnknownAlgorithm _ -> ProblemType.UNKNOWN_ALGORITHM;
          case SessionRefusal.CatalogueMissing _ -> ProblemType.CATALOGUE_MISSING;
          case SessionRefusal.UnknownParticipant _ -> ProblemType.UNKNOWN_PARTICIPANT;
          case SessionRefusal.RosterKeyMismatch _ -> ProblemType.ROSTER_KEY_MISMATCH;
          case SessionRefusal.CohortTooSmall _ -> ProblemType.COHORT_TOO_SMALL;
          case SessionRefusal.CohortTooLarge _ -> ProblemType.COHORT_TOO_LARGE;
          case SessionRefusal.NotWholeCells _ -> ProblemType.NOT_WHOLE_CELLS;
          case SessionRefusal.CapacityExceeded _ -> ProblemType.CAPACITY_EXCEEDED;
          case SessionRefusal.StagingBudgetExceeded _ -> ProblemType.STAGING_BUDGET_EXCEEDED;
          case SessionRefusal.HeapExceeded _ -> ProblemType.HEAP_EXCEEDED;
          case SessionRefusal.NotOutOfRange _ -> ProblemType.NOT_OUT_OF_RANGE;
          case SessionRefusal.SingleCell _ -> ProblemType.SINGLE_CELL;
          case SessionRefusal.RosterSuperseded _ -> ProblemType.ROSTER_SUPERSEDED;
        };
    return refusal
        .pointer()
        .map(pointer -> ProblemException.at(pointer, type, refusal))
        .orElseGet(() -> ProblemException.of(type, refusal));
  }

  private static ProblemType type(RosterRefusal refusal) {
    return switch (refusal) {
      case RosterRefusal.Missing _ -> ProblemType.NO_ROSTER;
      case RosterRefusal.Malformed _ -> ProblemType.MALFORMED_ROSTER;
      case RosterRefusal.Outdated _ -> ProblemType.OUTDATED_ROSTER;
      case RosterRefusal.Conflict _ -> ProblemType.ROSTER_CONFLICT;
    };
  }

  private static ProblemType type(EnrolmentRefusal refusal) {
    return switch (refusal) {
      case EnrolmentRefusal.KeyNotProven _ -> ProblemType.BAD_SIGNATURE;
      case EnrolmentRefusal.TokenRefused _ -> ProblemType.ENROLMENT_TOKEN_REFUSED;
      case EnrolmentRefusal.AlreadyEnrolled _ -> ProblemType.PARTICIPANT_EXISTS;
    };
  }

  private static ProblemType type(CatalogueRefusal refusal) {
    return switch (refusal) {
      case CatalogueRefusal.UnknownVersion _ -> ProblemType.NOT_FOUND;
      case CatalogueRefusal.BrokenLine _ -> ProblemType.BROKEN_LINE;
      case CatalogueRefusal.ItemExists _ -> ProblemType.ITEM_EXISTS;
      case CatalogueRefusal.NoItems _ -> ProblemType.EMPTY_DATASET;
    };
  }

  private static ProblemException release(ReleaseRefusal refusal) {
    return switch (refusal) {
      case ReleaseRefusal.UnknownRelease _ ->
          ProblemException.of(ProblemType.UNKNOWN_RELEASE, refusal);
      case ReleaseRefusal.UnknownPageStart _ ->
          ProblemException.at("/before", ProblemType.UNKNOWN_RELEASE, refusal);
      case ReleaseRefusal.NothingPublished _ ->
          ProblemException.of(ProblemType.NO_RELEASE, refusal);
      case ReleaseRefusal.UnknownFile _ -> ProblemException.of(ProblemType.NOT_FOUND, refusal);
    };
  }
}
