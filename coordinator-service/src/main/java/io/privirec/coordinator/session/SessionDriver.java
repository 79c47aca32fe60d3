package io.privirec.coordinator.session;

import io.privirec.coordinator.catalogue.Catalogues;
import io.privirec.coordinator.release.Release;
import io.privirec.coordinator.release.ReleaseDraft;
import io.privirec.coordinator.release.Releases;
import io.privirec.coordinator.round.Round;
import io.privirec.coordinator.round.RoundFailure;
import io.privirec.coordinator.round.RoundStatus;
import io.privirec.coordinator.round.RoundSummer;
import io.privirec.coordinator.round.Rounds;
import io.privirec.coordinator.round.WindowedSpool;
import io.privirec.federation.Algorithm;
import io.privirec.federation.PlanStep;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.session.InvalidParametersException;
import io.privirec.session.SessionAlgorithms;
import io.privirec.session.UnknownAlgorithmException;
import io.privirec.wire.CatalogueVersion;
import io.privirec.wire.SessionView.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;

/// Takes a session from wherever it stands one step further. Everything a step needs is stored, and
/// a step that was interrupted is simply done again: round opened → sum → plan's step → next round
/// … → release.
final class SessionDriver {
  private final SessionStore store;
  private final Rounds rounds;
  private final RoundSummer summer;
  private final WindowedSpool spool;
  private final RoundOpener opener;
  private final Releases releases;
  private final Catalogues catalogues;
  private final SessionDirectory directory;
  private final Stopwatch stopwatch;
  private final Clock clock;

  SessionDriver(
      SessionStore store,
      Rounds rounds,
      RoundSummer summer,
      WindowedSpool spool,
      RoundOpener opener,
      Releases releases,
      Catalogues catalogues,
      SessionDirectory directory,
      Clock clock) {
    this.store = store;
    this.rounds = rounds;
    this.summer = summer;
    this.spool = spool;
    this.opener = opener;
    this.releases = releases;
    this.catalogues = catalogues;
    this.directory = directory;
    this.stopwatch = new Stopwatch(store, clock);
    this.clock = clock;
  }

  /// What to do after a step.
  enum Next {
    /// Another step may be possible at once.
    GO_ON,
    /// The participants have the word.
    WAIT,
    /// Nothing is left to do.
    END
  }

  Next advance(String sessionId) throws IOException, InterruptedException {
    AggregationSession session = store.find(sessionId).orElseThrow();
    return switch (session.status()) {
      case RUNNING -> advanceRounds(session);
      case PUBLISHING -> publish(session);
      case PUBLISHED, COMPLETED, FAILED, CANCELLED -> tidyUp(session);
    };
  }

  /// Ends a session that cannot go on.
  void fail(String sessionId, Failure why) {
    AggregationSession session = store.find(sessionId).orElseThrow();
    if (!session.isOver()) {
      store.replace(session, session.failed(why, clock.instant()));
    }
  }

  private Next advanceRounds(AggregationSession session) throws IOException, InterruptedException {
    Algorithm algorithm = algorithmOf(session);
    List<Round> known = rounds.ofSession(session.id());
    if (known.isEmpty()) {
      opener.openFirst(session, algorithm);
      return Next.WAIT;
    }
    Round latest = known.getLast();
    if (latest.status() != RoundStatus.FAILED && isLossForbidden(session, latest)) {
      // At once: every participant would refuse to open it, and the phase run to its deadline.
      return fail(
          session,
          new Failure(
              "participant-lost",
              "Round " + latest.name() + " lost participants, which the policy strict forbids"));
    }
    return switch (latest.status()) {
      case OPEN -> {
        spool.advance(latest);
        yield Next.WAIT;
      }
      case SUMMING -> sum(session, known);
      case DONE -> takeIn(session, algorithm, known);
      case FAILED -> retry(session, algorithm, latest);
    };
  }

  /// Whether somebody's input is missing from a sum that the session's policy wants whole.
  private static boolean isLossForbidden(AggregationSession session, Round round) {
    return session.terms().onLoss().forbidsLossIn(round.terms().roundIndex())
        && round.dropouts().values().stream()
            .anyMatch(lost -> lost.compareTo(Phase.MASKED_INPUT) <= 0);
  }

  private Next sum(AggregationSession session, List<Round> known)
      throws IOException, InterruptedException {
    Round latest = known.getLast();
    Round firstAttempt =
        known.stream()
            .filter(round -> round.terms().roundIndex() == latest.terms().roundIndex())
            .findFirst()
            .orElseThrow();
    stopwatch.record(
        session,
        "round " + latest.name(),
        firstAttempt.openedAt(),
        latest.closedAt().orElseThrow());
    stopwatch.time(
        session,
        "sum " + latest.name(),
        () -> {
          summer.sum(latest.id());
          summer.discardChunks(latest.id());
          return latest;
        });
    return Next.GO_ON;
  }

  private Next takeIn(AggregationSession session, Algorithm algorithm, List<Round> known)
      throws IOException, InterruptedException {
    Round done = known.getLast();
    int index = done.terms().roundIndex();
    PlanStep step =
        stopwatch.time(
            session,
            "step " + done.name(),
            () -> algorithm.plan().complete(index, summer.open(done), directory.of(session.id())));
    directory.sync(session.id());
    return switch (step) {
      case PlanStep.NextRound(var next) -> {
        opener.openNext(session, algorithm, next, done, known.getFirst());
        summer.discardSum(done.id());
        yield Next.WAIT;
      }
      case PlanStep.Publish() -> {
        store.replace(session, session.publishing());
        yield Next.GO_ON;
      }
      case PlanStep.Complete() -> {
        store.replace(session, session.completed(clock.instant()));
        yield Next.GO_ON;
      }
      case PlanStep.Fail(var code, var detail) -> fail(session, new Failure(code, detail));
    };
  }

  private Next retry(AggregationSession session, Algorithm algorithm, Round failed)
      throws IOException {
    RoundFailure why = failed.failure().orElseThrow();
    int attempt = failed.terms().attempt();
    if (failed.phase() == Phase.UNMASK) {
      // Something may have been opened: the same input must not be contributed again.
      return fail(session, new Failure(why.code(), inRound(failed) + why.detail()));
    }
    if (session.terms().onLoss().forbidsLossIn(failed.terms().roundIndex())) {
      return fail(session, new Failure("participant-lost", inRound(failed) + why.detail()));
    }
    if (attempt >= session.terms().maxAttempts()) {
      return fail(
          session,
          new Failure(
              why.code(),
              inRound(failed) + why.detail() + "; attempt " + attempt + " was the last"));
    }
    opener.openAgain(session, algorithm, failed);
    summer.discardChunks(failed.id());
    return Next.WAIT;
  }

  private Next publish(AggregationSession session) throws IOException, InterruptedException {
    Algorithm algorithm = algorithmOf(session);
    List<Round> known = rounds.ofSession(session.id());
    CatalogueVersion catalogue = catalogues.ofSession(session.catalogueVersion());
    Path work = directory.of(session.id());
    Release release =
        stopwatch.time(
            session,
            "publish",
            () ->
                releases.publish(
                    draft(session, algorithm, known, catalogue),
                    catalogues.file(catalogue),
                    target ->
                        stopwatch.timeWrite(
                            session, "fold", () -> algorithm.plan().writeRelease(work, target))));
    store.replace(session, session.published(release.id(), clock.instant()));
    return Next.GO_ON;
  }

  private static ReleaseDraft draft(
      AggregationSession session,
      Algorithm algorithm,
      List<Round> known,
      CatalogueVersion catalogue) {
    return new ReleaseDraft(
        "r-" + session.id(),
        session.id(),
        session.algorithm(),
        algorithm.opensItemPairs(),
        algorithm.plan().model(),
        session.parameters(),
        catalogue,
        session.terms().threatModel().label(),
        session.cohort().size(),
        Losses.survivors(known).stream().map(ParticipantId::value).toList(),
        Losses.of(known),
        known.getLast().terms().roundIndex() + 1,
        known.stream()
            .mapToInt(round -> round.terms().thresholds().minSurvivors())
            .min()
            .orElse(0));
  }

  private Next tidyUp(AggregationSession session) throws IOException {
    for (Round round : rounds.ofSession(session.id())) {
      rounds.abandon(round.id());
      rounds.forgetLog(round.id());
      summer.discardChunks(round.id());
      summer.discardSum(round.id());
    }
    directory.delete(session.id());
    store.replace(session, session.tidy());
    return Next.END;
  }

  private Next fail(AggregationSession session, Failure why) {
    store.replace(session, session.failed(why, clock.instant()));
    return Next.GO_ON;
  }

  private Algorithm algorithmOf(AggregationSession session) {
    try {
      return SessionAlgorithms.of(
          session.parameters(), catalogues.ofSession(session.catalogueVersion()).items());
    } catch (UnknownAlgorithmException | InvalidParametersException e) {
      throw new IllegalStateException(
          "session " + session.id() + " was begun by a version that knew its algorithm", e);
    }
  }

  private static String inRound(Round round) {
    return "Round " + round.name() + ", phase " + round.phase() + ": ";
  }
}
