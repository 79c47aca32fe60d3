package io.privirec.federation.noisy;

import io.privirec.federation.FileDraft;
import io.privirec.federation.ForwardingPlan;
import io.privirec.federation.Plan;
import io.privirec.federation.PlanStep;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.filter.ranking.Popularity;
import io.privirec.secagg.Aggregate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A plan that publishes popular items if its noisy sums allow no other model, or if the session
/// ends before its last sum.
///
/// After the first sum the session has spent ε, and its noisy counts are in the working directory.
/// Each later failure of the other plan depends on noisy numbers alone, and becomes
/// [PlanStep.PublishPopular]. If the counts are out of range, a participant sent wrong numbers, and
/// the session fails.
///
/// @param of the preferred plan; its first round is a [NoisyDegreeRound]
public record PlanWithCounts(Plan of) implements ForwardingPlan {
  /// The reason for popular items, in two lines: code and detail.
  private static final String REASON = "popular-instead.txt";

  /// The code of a computation that fails on the noisy numbers.
  private static final String NOT_COMPUTABLE = "noisy-sums-not-computable";

  private static final int REASON_BYTES = 4096;

  @Override
  public PlanStep complete(int index, Aggregate sum, Path workDirectory) throws IOException {
    PlanStep step;
    try {
      step = ForwardingPlan.super.complete(index, sum, workDirectory);
    } catch (ArithmeticException | IllegalArgumentException notComputable) {
      step = new PlanStep.Fail(NOT_COMPUTABLE, String.valueOf(notComputable.getMessage()));
    }
    return step instanceof PlanStep.Fail(var code, var detail) && hasCounts(workDirectory)
        ? popular(new PlanStep.PublishPopular(code, inOneLine(detail)), workDirectory)
        : step;
  }

  private static boolean hasCounts(Path workDirectory) {
    return Files.exists(workDirectory.resolve(ItemDegreesFile.NAME));
  }

  @Override
  public boolean publishesCounts() {
    return true;
  }

  @Override
  public boolean endEarly(PlanStep.PublishPopular why, Path workDirectory) throws IOException {
    if (!hasCounts(workDirectory)) {
      return false;
    }
    if (reason(workDirectory).isEmpty()) {
      popular(new PlanStep.PublishPopular(why.code(), inOneLine(why.detail())), workDirectory);
    }
    return true;
  }

  private static String inOneLine(String text) {
    return text.replaceAll("\\R", " ");
  }

  private static PlanStep popular(PlanStep.PublishPopular step, Path workDirectory)
      throws IOException {
    FileDraft.write(
        workDirectory.resolve(REASON),
        file -> Files.write(file, List.of(step.code(), step.detail())));
    return step;
  }

  private static Optional<PlanStep.PublishPopular> reason(Path workDirectory) throws IOException {
    Path file = workDirectory.resolve(REASON);
    if (Files.notExists(file)) {
      return Optional.empty();
    }
    List<String> lines = Files.readAllLines(file);
    return Optional.of(new PlanStep.PublishPopular(lines.getFirst(), lines.get(1)));
  }

  @Override
  public void writeRelease(Path workDirectory, Path releaseDirectory) throws IOException {
    if (reason(workDirectory).isPresent()) {
      Files.copy(
          workDirectory.resolve(ItemDegreesFile.NAME),
          releaseDirectory.resolve(ItemDegreesFile.NAME));
    } else {
      ForwardingPlan.super.writeRelease(workDirectory, releaseDirectory);
    }
  }

  @Override
  public Model published(Path workDirectory) throws IOException {
    Optional<PlanStep.PublishPopular> reason = reason(workDirectory);
    return reason.isPresent()
        ? new Model(Popularity.KIND, Popularity.KIND, reason)
        : ForwardingPlan.super.published(workDirectory);
  }

  @Override
  public long fileBytes() {
    return ForwardingPlan.super.fileBytes() + REASON_BYTES;
  }
}
