package io.privirec.coordinator.web;

import io.privirec.coordinator.catalogue.CatalogueRefusal;
import io.privirec.coordinator.participant.EnrolmentRefusal;
import io.privirec.coordinator.release.ReleaseRefusal;
import io.privirec.coordinator.roster.RosterRefusal;
import io.privirec.coordinator.session.SessionRefusal;
import io.privirec.edge.problem.ProblemException;
import io.privirec.round.RoundRefusal;
import io.privirec.secagg.coordinator.RejectionReason;
import io.privirec.wire.ProblemType;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Says which problem the caller is told of when a feature refuses something. Features know no
/// HTTP: this is the only place that knows both.
final class RefusalProblems {
  private static final Duration SOON = Duration.ofSeconds(1);
  private static final Duration WHEN_SOMEBODY_TIDIES = Duration.ofSeconds(10);

  private RefusalProblems() {}

  /// The problem that a refusal is; null where something else was thrown.
  static @Nullable ProblemException of(Exception thrown) {
    return switch (thrown) {
      case ProblemException problem -> problem;
      case RoundRefusal refusal -> round(refusal);
      case SessionRefusal refusal -> session(refusal);
      case RosterRefusal refusal -> problem(type(refusal), refusal);
      case EnrolmentRefusal refusal -> problem(type(refusal), refusal);
      case CatalogueRefusal refusal -> problem(type(refusal), refusal);
      case ReleaseRefusal.UnknownPageStart refusal ->
          at("/before", ProblemType.UNKNOWN_RELEASE, refusal);
      case ReleaseRefusal refusal -> problem(type(refusal), refusal);
      default -> null;
    };
  }

  private static ProblemException round(RoundRefusal refusal) {
    return switch (refusal) {
      case RoundRefusal.UnknownRound _ -> problem(ProblemType.UNKNOWN_ROUND, refusal);
      case RoundRefusal.NotInvited _ -> problem(ProblemType.NOT_IN_COHORT, refusal);
      case RoundRefusal.WrongPhase _ -> problem(ProblemType.WRONG_PHASE, refusal);
      case RoundRefusal.GivenUp _ -> problem(ProblemType.SESSION_OVER, refusal);
      case RoundRefusal.Contended _ -> later(SOON, ProblemType.UNAVAILABLE, refusal);
      case RoundRefusal.Rejected rejected -> problem(type(rejected.reason()), refusal);
      case RoundRefusal.UnknownChunk _ -> at("/chunk", ProblemType.INVALID_VALUE, refusal);
      case RoundRefusal.LengthNotDeclared _ -> problem(ProblemType.LENGTH_REQUIRED, refusal);
      case RoundRefusal.TooLong _ -> problem(ProblemType.PAYLOAD_TOO_LARGE, refusal);
      case RoundRefusal.WrongLength _ -> problem(ProblemType.WRONG_LENGTH, refusal);
      case RoundRefusal.DigestMismatch _ -> problem(ProblemType.DIGEST_MISMATCH, refusal);
      case RoundRefusal.ChunkConflict _ -> problem(ProblemType.CHUNK_CONFLICT, refusal);
      case RoundRefusal.ChunksMissing _ -> problem(ProblemType.CHUNKS_MISSING, refusal);
      case RoundRefusal.OutsideWindow _ -> later(SOON, ProblemType.OUTSIDE_WINDOW, refusal);
      case RoundRefusal.Busy _ -> later(SOON, ProblemType.TOO_MANY_REQUESTS, refusal);
      case RoundRefusal.DiskFull _ ->
          later(WHEN_SOMEBODY_TIDIES, ProblemType.STORAGE_FULL, refusal);
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
        .map(pointer -> at(pointer, type, refusal))
        .orElseGet(() -> problem(type, refusal));
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

  private static ProblemType type(ReleaseRefusal refusal) {
    return switch (refusal) {
      case ReleaseRefusal.UnknownRelease _, ReleaseRefusal.UnknownPageStart _ ->
          ProblemType.UNKNOWN_RELEASE;
      case ReleaseRefusal.NothingPublished _ -> ProblemType.NO_RELEASE;
      case ReleaseRefusal.UnknownFile _ -> ProblemType.NOT_FOUND;
    };
  }

  private static ProblemException problem(ProblemType type, Exception refusal) {
    return new ProblemException(type, String.valueOf(refusal.getMessage()), refusal);
  }

  private static ProblemException at(String pointer, ProblemType type, Exception refusal) {
    return ProblemException.at(pointer, type, String.valueOf(refusal.getMessage()));
  }

  private static ProblemException later(Duration time, ProblemType type, Exception refusal) {
    return ProblemException.retryAfter(time, type, String.valueOf(refusal.getMessage()));
  }
}
