package io.privirec.coordinator.session;

import io.privirec.coordinator.draft.SessionDraft;
import io.privirec.coordinator.draft.SessionTerms;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.SessionView.Failure;
import io.privirec.wire.SessionView.Status;
import io.privirec.wire.algorithm.AlgorithmParameters;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// A session as stored, beside its rounds.
///
/// - `RUNNING` — the last sum is taken in → `PUBLISHING`, or `COMPLETED` where there is nothing to
///   publish; a reason to fail → `FAILED`; the operator → `CANCELLED`; either of these after noisy
///   counts are summed → `PUBLISHING`, with the reason
/// - `PUBLISHING` — the release is listed → `PUBLISHED`; a reason to fail → `FAILED`
///
/// @param parameters with every default filled in
/// @param catalogueVersion 0 where the algorithm is not about items
/// @param dataAsOf names the snapshots that it is over, in whole milliseconds
/// @param active whether there is anything left to do, tidying up included
/// @param version grows with every change; a change of an older version is refused
/// @param probe present for a session that only looks whether a sum is in range
record AggregationSession(
    String id,
    String algorithm,
    AlgorithmParameters parameters,
    SessionTerms terms,
    int catalogueVersion,
    Instant dataAsOf,
    SortedSet<ParticipantId> cohort,
    Status status,
    Optional<Failure> failure,
    Optional<String> releaseId,
    Instant createdAt,
    Optional<Instant> finishedAt,
    boolean active,
    long version,
    Optional<Probe> probe) {
  /// The code of a session that an administrator cancelled and that published popular items.
  static final String CANCELLED = "cancelled";

  AggregationSession {
    cohort = Collections.unmodifiableSortedSet(new TreeSet<>(cohort));
  }

  /// Sums one cell of another session alone, up to the round whose sum was out of range there, and
  /// publishes nothing.
  ///
  /// @param origin id of that session
  /// @param lastRound index of that round
  record Probe(String origin, int cell, int lastRound) {}

  /// A session that has not begun.
  static AggregationSession created(String id, SessionDraft draft, Instant dataAsOf, Instant now) {
    return new AggregationSession(
        id,
        draft.algorithm().id(),
        draft.parameters(),
        draft.terms(),
        draft.catalogue().version(),
        dataAsOf,
        draft.cohort(),
        Status.RUNNING,
        Optional.empty(),
        Optional.empty(),
        now,
        Optional.empty(),
        true,
        0,
        Optional.empty());
  }

  /// A probe of this session that has not begun, over the same snapshots.
  ///
  /// @param probeTerms of the one cell
  AggregationSession probe(
      String probeId,
      SessionTerms.Closed probeTerms,
      SortedSet<ParticipantId> members,
      Probe what,
      Instant now) {
    return new AggregationSession(
        probeId,
        algorithm,
        parameters,
        probeTerms,
        catalogueVersion,
        dataAsOf,
        members,
        Status.RUNNING,
        Optional.empty(),
        Optional.empty(),
        now,
        Optional.empty(),
        true,
        0,
        Optional.of(what));
  }

  /// Whether nothing more will be computed.
  boolean isOver() {
    return finishedAt.isPresent();
  }

  /// Whether an administrator ended it, with popular items or without a release.
  boolean isCancelled() {
    return status == Status.CANCELLED
        || failure.filter(why -> why.code().equals(CANCELLED)).isPresent();
  }

  AggregationSession publishing() {
    return with(Status.PUBLISHING, failure, releaseId, finishedAt, active);
  }

  /// Popular items are to be published, and why no model of the session's algorithm is.
  AggregationSession publishingPopular(Failure why) {
    return with(Status.PUBLISHING, Optional.of(why), releaseId, finishedAt, active);
  }

  /// The session ends before its last sum, and popular items are to be published.
  AggregationSession endingEarly(Failure why) {
    return publishingPopular(
        new Failure(
            why.code(),
            why.detail()
                + ". The session ended early and publishes popular items by its noisy counts"));
  }

  AggregationSession published(String release, Instant now) {
    return with(Status.PUBLISHED, failure, Optional.of(release), Optional.of(now), active);
  }

  AggregationSession completed(Instant now) {
    return with(Status.COMPLETED, failure, releaseId, Optional.of(now), active);
  }

  AggregationSession failed(Failure why, Instant now) {
    return with(Status.FAILED, Optional.of(why), releaseId, Optional.of(now), active);
  }

  AggregationSession cancelled(Instant now) {
    return with(Status.CANCELLED, failure, releaseId, Optional.of(now), active);
  }

  AggregationSession tidy() {
    return with(status, failure, releaseId, finishedAt, false);
  }

  private AggregationSession with(
      Status newStatus,
      Optional<Failure> newFailure,
      Optional<String> newRelease,
      Optional<Instant> newFinish,
      boolean newActive) {
    return new AggregationSession(
        id,
        algorithm,
        parameters,
        terms,
        catalogueVersion,
        dataAsOf,
        cohort,
        newStatus,
        newFailure,
        newRelease,
        createdAt,
        newFinish,
        newActive,
        version,
        probe);
  }
}
