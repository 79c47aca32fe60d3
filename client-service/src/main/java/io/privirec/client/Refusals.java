package io.privirec.client;

import io.privirec.client.catalogue.CatalogueException;
import io.privirec.client.coordinator.CoordinatorException;
import io.privirec.client.interactions.ImportRefusal;
import io.privirec.client.ledger.ReconciliationRefusal;
import io.privirec.client.participant.ParticipantRefusal;
import io.privirec.client.recommendations.HomeRefusal;
import io.privirec.client.roster.RosterRefusal;
import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.RefusalMapping;
import io.privirec.secagg.roster.RosterFault;
import io.privirec.serving.scoring.RequestRefusal;
import io.privirec.serving.web.RequestProblems;
import io.privirec.wire.Problem.Violation;
import io.privirec.wire.ProblemType;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/// As which problem the client answers what its features, or the coordinator, refuse.
@Component
class Refusals implements RefusalMapping {
  /// Participants call the coordinator again within seconds.
  private static final Duration WHEN_CALLED_AGAIN = Duration.ofSeconds(5);

  @Override
  public Optional<ProblemException> problem(RuntimeException e) {
    return switch (e) {
      case ParticipantRefusal refusal -> Optional.of(of(refusal));
      case RosterRefusal refusal -> Optional.of(of(refusal));
      case ReconciliationRefusal refusal -> Optional.of(of(refusal));
      case ImportRefusal refusal -> Optional.of(of(refusal));
      case HomeRefusal refusal -> Optional.of(of(refusal));
      case RequestRefusal refusal -> Optional.of(RequestProblems.of(refusal));
      case CoordinatorException failure -> Optional.of(of(failure));
      case CatalogueException failure -> Optional.of(refusedByCoordinator(failure));
      default -> Optional.empty();
    };
  }

  private static ProblemException of(ParticipantRefusal refusal) {
    ProblemType type =
        switch (refusal.reason()) {
          case UNKNOWN_PARTICIPANT -> ProblemType.UNKNOWN_PARTICIPANT;
          case ALREADY_HOSTED -> ProblemType.PARTICIPANT_EXISTS;
          case OTHER_COORDINATOR_KEY -> ProblemType.COORDINATOR_KEY_MISMATCH;
          case UNUSABLE_COORDINATOR_KEY -> ProblemType.COORDINATOR_REFUSED;
        };
    return ProblemException.of(type, refusal);
  }

  private static ProblemException of(RosterRefusal refusal) {
    ProblemType type =
        switch (refusal) {
          case RosterRefusal.NoRosterKey _ -> ProblemType.ROSTER_KEY_MISSING;
          case RosterRefusal.Malformed _ -> ProblemType.MALFORMED_ROSTER;
          case RosterRefusal.InvalidAtom _ -> ProblemType.INVALID_VALUE;
          case RosterRefusal.SharesUsers _ -> ProblemType.USER_AT_OTHER_PARTICIPANT;
          case RosterRefusal.Faulty faulty ->
              switch (faulty.fault()) {
                case RosterFault.BadSignature _ -> ProblemType.BAD_SIGNATURE;
                case RosterFault.Outdated _ -> ProblemType.OUTDATED_ROSTER;
                case RosterFault.Forked _ -> ProblemType.ROSTER_CONFLICT;
                case RosterFault.ForgedWaiver _, RosterFault.ForgedDeparture _ ->
                    ProblemType.BAD_WAIVER;
                case RosterFault.ChangedKey _ -> ProblemType.ROSTER_KEY_MISMATCH;
                case RosterFault.ReusedName _ -> ProblemType.NAME_REUSED;
                case RosterFault.MissingLine _ -> ProblemType.LINE_MISSING;
                case RosterFault.ReusedKey _ -> ProblemType.KEY_REUSED;
                case RosterFault.MissingCell _ -> ProblemType.CELL_MISSING;
                case RosterFault.ChangedCell _ -> ProblemType.CELL_CHANGED;
                case RosterFault.SmallAtom _ -> ProblemType.ATOM_TOO_SMALL;
              };
        };
    return ProblemException.of(type, refusal);
  }

  private static ProblemException of(ReconciliationRefusal refusal) {
    return switch (refusal.reason()) {
      case NOT_LOCKED -> ProblemException.of(ProblemType.LEDGER_NOT_LOCKED, refusal);
      case COPY_UNUSABLE -> ProblemException.of(ProblemType.LEDGER_COPY_UNUSABLE, refusal);
      case FILE_UNUSABLE -> ProblemException.at("/by", ProblemType.INVALID_VALUE, refusal);
    };
  }

  private static ProblemException of(ImportRefusal refusal) {
    return switch (refusal) {
      case ImportRefusal.UnusableFile e ->
          ProblemException.at("/file", ProblemType.INVALID_VALUE, e);
      case ImportRefusal.TooMuchText e -> ProblemException.of(ProblemType.PAYLOAD_TOO_LARGE, e);
      case ImportRefusal.Empty e -> ProblemException.of(ProblemType.EMPTY_DATASET, e);
      case ImportRefusal.UsersAtOtherParticipant e ->
          ProblemException.of(ProblemType.USER_AT_OTHER_PARTICIPANT, e);
      case ImportRefusal.WrongLines e -> {
        boolean isUnknownItem = e.faults().getFirst().isUnknownItem();
        List<Violation> violations =
            e.faults().stream()
                .map(fault -> new Violation("/line/" + fault.line(), fault.why()))
                .toList();
        yield new ProblemException(
            isUnknownItem ? ProblemType.UNKNOWN_ITEM : ProblemType.BROKEN_LINE,
            String.valueOf(e.getMessage()),
            violations);
      }
    };
  }

  private static ProblemException of(HomeRefusal refusal) {
    ProblemType type =
        switch (refusal.reason()) {
          case UNKNOWN_USER -> ProblemType.UNKNOWN_USER;
          case AMBIGUOUS_USER -> ProblemType.AMBIGUOUS_USER;
          case UNKNOWN_MODEL -> ProblemType.UNKNOWN_MODEL;
          case NO_RELEASE -> ProblemType.NO_RELEASE;
        };
    return ProblemException.of(type, refusal);
  }

  /// The coordinator's own problem where this service knows it, else that the coordinator refused.
  private static ProblemException of(CoordinatorException failure) {
    return switch (failure) {
      case CoordinatorException.Unreachable e ->
          ProblemException.retryAfter(WHEN_CALLED_AGAIN, ProblemType.COORDINATOR_UNREACHABLE, e);
      case CoordinatorException.TooLong e -> refusedByCoordinator(e);
      case CoordinatorException.Refused e ->
          new ProblemException(
              Arrays.stream(ProblemType.values())
                  .filter(type -> type.status() / 100 == 4 && type.code().equals(e.code()))
                  .findFirst()
                  .orElse(ProblemType.COORDINATOR_REFUSED),
              e.detail(),
              e);
    };
  }

  private static ProblemException refusedByCoordinator(RuntimeException e) {
    return new ProblemException(ProblemType.COORDINATOR_REFUSED, String.valueOf(e.getMessage()), e);
  }
}
