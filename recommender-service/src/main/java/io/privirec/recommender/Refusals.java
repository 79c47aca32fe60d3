package io.privirec.recommender;

import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.RefusalMapping;
import io.privirec.recommender.batch.JobRefusal;
import io.privirec.recommender.models.ModelRefusal;
import io.privirec.serving.scoring.RequestRefusal;
import io.privirec.serving.web.RequestProblems;
import io.privirec.wire.ProblemType;
import java.util.Optional;
import org.springframework.stereotype.Component;

/// As which problem the recommender answers what its features refuse.
@Component
class Refusals implements RefusalMapping {
  @Override
  public Optional<ProblemException> problem(RuntimeException e) {
    return switch (e) {
      case ModelRefusal refusal -> Optional.of(of(refusal));
      case JobRefusal refusal -> Optional.of(of(refusal));
      case RequestRefusal refusal -> Optional.of(RequestProblems.of(refusal));
      default -> Optional.empty();
    };
  }

  private static ProblemException of(ModelRefusal refusal) {
    ProblemType type =
        switch (refusal) {
          case ModelRefusal.NotLoaded _ -> ProblemType.MODEL_NOT_LOADED;
          case ModelRefusal.UnknownModel _ -> ProblemType.UNKNOWN_MODEL;
          case ModelRefusal.UnknownExperiment _ -> ProblemType.UNKNOWN_EXPERIMENT;
          case ModelRefusal.InvalidValue _ -> ProblemType.INVALID_VALUE;
          case ModelRefusal.NoPreviousModel _ -> ProblemType.NO_PREVIOUS_MODEL;
          case ModelRefusal.NotAccepted _ -> ProblemType.RELEASE_NOT_ACCEPTED;
          case ModelRefusal.ModelInUse _ -> ProblemType.MODEL_IN_USE;
          case ModelRefusal.TooManyModels _ -> ProblemType.TOO_MANY_MODELS;
          case ModelRefusal.TooManyExperiments _ -> ProblemType.TOO_MANY_EXPERIMENTS;
          case ModelRefusal.UnknownRelease _ -> ProblemType.UNKNOWN_RELEASE;
          case ModelRefusal.RefusedRelease _ -> ProblemType.RELEASE_REFUSED;
          case ModelRefusal.UnreachableRelease _ -> ProblemType.COORDINATOR_UNREACHABLE;
          case ModelRefusal.NoMemory _ -> ProblemType.MEMORY_FULL;
          case ModelRefusal.DiskIsFull _ -> ProblemType.STORAGE_FULL;
        };
    if (refusal instanceof ModelRefusal.NotLoaded notYet) {
      return ProblemException.retryAfter(notYet.retryAfter(), type, refusal);
    }
    return refusal
        .pointer()
        .map(pointer -> ProblemException.at(pointer, type, refusal))
        .orElseGet(() -> ProblemException.of(type, refusal));
  }

  private static ProblemException of(JobRefusal refusal) {
    return switch (refusal) {
      case JobRefusal.UnknownJob e -> ProblemException.of(ProblemType.UNKNOWN_JOB, e);
      case JobRefusal.NoResult e -> ProblemException.of(ProblemType.NO_RESULT, e);
      case JobRefusal.Empty e -> ProblemException.of(ProblemType.EMPTY_DATASET, e);
      case JobRefusal.TooLarge e -> ProblemException.of(ProblemType.PAYLOAD_TOO_LARGE, e);
      case JobRefusal.NoRoom e -> ProblemException.of(ProblemType.STORAGE_FULL, e);
      case JobRefusal.TooManyJobs e ->
          ProblemException.retryAfter(e.retryAfter(), ProblemType.TOO_MANY_REQUESTS, e);
    };
  }
}
