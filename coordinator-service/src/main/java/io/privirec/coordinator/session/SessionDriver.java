package io.privirec.coordinator.session;

import io.privirec.coordinator.catalogue.Catalogues;
import io.privirec.coordinator.draft.SessionTerms;
import io.privirec.coordinator.ledger.CoordinatorLedger;
import io.privirec.coordinator.ledger.PrivacyLedgerRefusal;
import io.privirec.coordinator.ledger.PrivacyLedgerRefusal.Reason;
import io.privirec.coordinator.release.Releases;
import io.privirec.coordinator.roster.Rosters;
import io.privirec.edge.log.LogField;
import io.privirec.federation.Algorithm;
import io.privirec.federation.FileDraft;
import io.privirec.federation.PlanStep;
import io.privirec.federation.Requirement;
import io.privirec.filter.factor.ItemFeatures;
import io.privirec.filter.factor.ItemFeaturesFile;
import io.privirec.round.Round;
import io.privirec.round.RoundProgress;
import io.privirec.round.RoundStatus;
import io.privirec.round.RoundSummer;
import io.privirec.round.Rounds;
import io.privirec.round.WindowedSpool;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.CatalogueVersion;
import io.privirec.wire.SessionView.Failure;
import io.privirec.wire.SessionView.Missing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes a session from wherever it stands one step further. Everything a step needs is stored, and
/// a step that was interrupted is simply done again: round opened → sum → what follows → next round
/// … → release. A session that ends early after its noisy counts has a release, too.
record SessionDriver(
    SessionStore store,
    Rounds rounds,
    RoundSummer summer,
    WindowedSpool spool,
    RoundOpener opener,
    ReleaseDrafts drafts,
    Releases releases,
    Catalogues catalogues,
    SessionAlgorithms algorithms,
    Rosters rosters,
    SessionDirectory directory,
    CoordinatorLedger ledger,
    SessionMeters meters,
    EarlyRelease earlyRelease,
    Stopwatch stopwatch,
    Clock clock) {
  private static final Logger log = LoggerFactory.getLogger(SessionDriver.class);

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
    try {
      return switch (session.status()) {
        case RUNNING -> advanceRounds(session);
        case PUBLISHING ->
            session.failure().isPresent() ? publishPopular(session) : publish(session);
        case PUBLISHED, COMPLETED, FAILED, CANCELLED -> tidyUp(session);
      };
    } catch (PrivacyLedgerRefusal refused) {
      if (refused.reason() == Reason.UNAVAILABLE) {
        throw refused;
      }
      return fail(session, new Failure(refused.code(), String.valueOf(refused.getMessage())));
    }
  }

  /// Ends a session that cannot go on.
  void fail(String sessionId, Failure why) {
    AggregationSession session = store.find(sessionId).orElseThrow();
    if (!session.isOver()) {
      fail(session, why);
    }
  }

  private Next advanceRounds(AggregationSession session) throws IOException, InterruptedException {
    if (session.terms() instanceof SessionTerms.Closed terms
        && !rosters.isCurrent(terms.roster().version())) {
      // At once: every participant with the newer roster refuses, and the phase runs to its end.
      return fail(
          session,
          new Failure(
              "roster-superseded",
              "It is over cells of roster version %s, and a newer one is in force"
                  .formatted(terms.roster().version())));
    }
    Algorithm algorithm = algorithms.of(session);
    List<Round> known = rounds.ofSession(session.id());
    if (known.isEmpty()) {
      opener.openFirst(session, algorithm);
      return Next.WAIT;
    }
    Round latest = known.getLast();
    tellMissing(session, known);
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

  /// While a session goes on after a deadline that somebody missed.
  private void tellMissing(AggregationSession session, List<Round> known) {
    Round latest = known.getLast();
    if (latest.terms().attempt() > 1) {
      Set<ParticipantId> awaited =
          rounds.progress(latest).map(RoundProgress::awaited).orElse(Set.of());
      meters.missing(
          session.id(),
          DropoutReport.of(known, awaited).stream().map(Missing::participant).toList());
    }
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
    log.atInfo()
        .addKeyValue(LogField.ACTION, "round-summed")
        .addKeyValue(LogField.SESSION, session.id())
        .addKeyValue(LogField.ROUND, latest.terms().roundIndex())
        .addKeyValue(LogField.ATTEMPT, latest.terms().attempt())
        .addKeyValue(LogField.PARTICIPANTS, latest.survivors().size())
        .log(
            "Session {}: round {} ({}) is summed, of {} participants",
            session.id(),
            latest.terms().roundIndex(),
            latest.name(),
            latest.survivors().size());
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
            () -> {
              putItemFeatures(session, algorithm);
              return algorithm.complete(index, summer.open(done), directory.of(session.id()));
            });
    directory.sync(session.id());
    boolean probed = session.probe().filter(probe -> index >= probe.lastRound()).isPresent();
    return switch (step) {
      // Whatever else a probe's last sum lacks, such as users: it is not out of range.
      case PlanStep.Fail(var code, var _) when probed && !Bisection.isOutOfRange(code) ->
          complete(session);
      case PlanStep.Fail(var code, var detail) ->
          failWithoutRelease(session, new Failure(code, detail));
      // A probe looks for whoever takes a sum out of range, which popular items would hide.
      case PlanStep.PublishPopular(var code, var detail)
          when probed && Bisection.isOutOfRange(code) ->
          fail(session, new Failure(code, detail));
      case PlanStep _ when probed -> complete(session);
      case PlanStep.NextRound(var next) -> {
        opener.openNext(session, algorithm, next, done, known.getFirst());
        summer.discardSum(done.id());
        yield Next.WAIT;
      }
      case PlanStep.PublishPopular(var code, var detail) -> {
        log.atWarn()
            .addKeyValue(LogField.ACTION, "popular-instead")
            .addKeyValue(LogField.SESSION, session.id())
            .log(
                "Session {} publishes popular items by its noisy counts: {} ({})",
                session.id(),
                code,
                detail);
        store.replace(session, session.publishingPopular(new Failure(code, detail)));
        yield Next.GO_ON;
      }
      case PlanStep.Publish() -> {
        store.replace(session, session.publishing());
        yield Next.GO_ON;
      }
      case PlanStep.Complete() -> complete(session);
    };
  }

  /// The session is bound to the catalogue by its digest, so that the file is the same whenever it
  /// is made.
  private void putItemFeatures(AggregationSession session, Algorithm algorithm) throws IOException {
    Path file = directory.of(session.id()).resolve(ItemFeaturesFile.NAME);
    if (algorithm.requires(new Requirement.ItemFeatures()) && Files.notExists(file)) {
      ItemFeatures features = catalogues.features(catalogues.ofSession(session.catalogueVersion()));
      FileDraft.write(file, draft -> ItemFeaturesFile.write(draft, features));
    }
  }

  private Next complete(AggregationSession session) {
    end(session, session.completed(clock.instant()));
    return Next.GO_ON;
  }

  private Next retry(AggregationSession session, Algorithm algorithm, Round failed)
      throws IOException {
    if (!failed.dropouts().isEmpty()) {
      log.atWarn()
          .addKeyValue(LogField.ACTION, "round-failed")
          .addKeyValue(LogField.SESSION, session.id())
          .addKeyValue(LogField.ROUND, failed.terms().roundIndex())
          .addKeyValue(LogField.ATTEMPT, failed.terms().attempt())
          .log(
              "Session {}: attempt {} of round {} ended in phase {} without {}",
              session.id(),
              failed.terms().attempt(),
              failed.name(),
              failed.phase(),
              new TreeMap<>(failed.dropouts()).keySet());
    }
    switch (NextAttempt.after(failed, session.terms(), algorithm, rosters::require)) {
      case NextAttempt.None(var why) -> {
        return fail(session, why);
      }
      case NextAttempt.Again(var cohort, var kind) ->
          opener.openAgain(session, algorithm, failed, cohort, kind);
    }
    summer.discardChunks(failed.id());
    return Next.WAIT;
  }

  /// Publishes popular items by the noisy counts: the session ended early, or its sums allow no
  /// other model.
  private Next publishPopular(AggregationSession session) throws IOException, InterruptedException {
    List<Round> known = rounds.ofSession(session.id());
    Round latest = known.getLast();
    if (latest.status() == RoundStatus.OPEN) {
      // The release claims every round that participants masked for: none may begin to mask now.
      rounds.abandon(latest.id());
      return Next.GO_ON;
    }
    Algorithm algorithm = algorithms.of(session);
    return algorithm.publication().endEarly(EarlyRelease.REASON, directory.of(session.id()))
        ? publish(session)
        : takeInCounts(session, algorithm, known);
  }

  /// Takes in the first sum of a session that ended before this step.
  private Next takeInCounts(AggregationSession session, Algorithm algorithm, List<Round> known)
      throws IOException, InterruptedException {
    Round counts = EarlyRelease.counts(known).orElseThrow();
    if (counts.status() == RoundStatus.SUMMING) {
      return sum(session, known);
    }
    Path work = directory.of(session.id());
    PlanStep step = algorithm.complete(0, summer.open(counts), work);
    directory.sync(session.id());
    return step instanceof PlanStep.Fail(var code, var detail)
        ? failWithoutRelease(session, new Failure(code, detail))
        : Next.GO_ON;
  }

  private Next publish(AggregationSession session) throws IOException, InterruptedException {
    Algorithm algorithm = algorithms.of(session);
    List<Round> known = rounds.ofSession(session.id());
    CatalogueVersion catalogue = catalogues.ofSession(session.catalogueVersion());
    Path work = directory.of(session.id());
    String release =
        stopwatch.time(
            session,
            "publish",
            () ->
                releases.publish(
                    drafts.of(
                        session, algorithm.publication().model(work), algorithm, known, catalogue),
                    catalogues.file(catalogue),
                    target ->
                        stopwatch.timeWrite(
                            session, "fold", () -> algorithm.publication().write(work, target))));
    end(session, session.published(release, clock.instant()));
    return Next.GO_ON;
  }

  private Next tidyUp(AggregationSession session) throws IOException {
    meters.missing(session.id(), Set.of());
    for (Round round : rounds.ofSession(session.id())) {
      rounds.abandon(round.id());
      rounds.forgetLog(round.id());
      summer.discardChunks(round.id());
      summer.discardSum(round.id());
    }
    directory.delete(session.id());
    if (!ledger.giveBack(session.id())) {
      log.warn(
          "Session {}: the ledger is locked; what the session has not used is returned later",
          session.id());
    }
    store.replace(session, session.tidy());
    return Next.END;
  }

  /// Ends a session; if its noisy counts are summed, it publishes popular items first.
  private Next fail(AggregationSession session, Failure why) {
    end(session, earlyRelease.of(session, session.failed(why, clock.instant())));
    return Next.GO_ON;
  }

  private Next failWithoutRelease(AggregationSession session, Failure why) {
    end(session, session.failed(why, clock.instant()));
    return Next.GO_ON;
  }

  private void end(AggregationSession before, AggregationSession after) {
    if (store.replace(before, after) && after.isOver()) {
      meters.ended(after);
    }
  }
}
