package io.privirec.federation;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Requirement.CohortRange;
import io.privirec.federation.Requirement.Unmet;
import io.privirec.federation.peers.PeerTerms;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// An algorithm with its settled parameters. Both sides of a session must agree on it.
///
/// The coordinator completes its rounds, and each participant contributes to them. Both derive the
/// same rounds from the parameters. A participant refuses a round that differs.
///
/// @param id name in the API: `privirec-k`
/// @param digest SHA-256 of the canonical encoding of name and parameters; bound into every round
///   record
/// @param rounds every round of a session, in order; all of one kind
/// @param disclosure the facts that the sums of a session show
/// @param requirements for a session, with a range of cohorts
/// @param publication the release of a session
/// @param workingSet the memory of a session
/// @param warnings sentences about the parameters for the person who starts a session
/// @param notices sentences for participants, beside the disclosure
public record Algorithm(
    String id,
    Digest digest,
    List<Round> rounds,
    Disclosure disclosure,
    List<Requirement> requirements,
    Publication publication,
    WorkingSet workingSet,
    List<String> warnings,
    List<Notice> notices) {
  public Algorithm {
    rounds = List.copyOf(rounds);
    for (int n = 0; n < rounds.size(); n++) {
      if (rounds.get(n).index() != n) {
        throw new IllegalArgumentException(
            "round %s has index %s".formatted(n, rounds.get(n).index()));
      }
    }
    requirements = withImplied(requirements, rounds);
    warnings = List.copyOf(warnings);
    notices = List.copyOf(notices);
  }

  /// Every algorithm has a range of cohorts. Participants who compute among themselves need a
  /// topology that fits the cohort, and a secret each.
  private static List<Requirement> withImplied(List<Requirement> stated, List<Round> rounds) {
    Stream<Requirement> range =
        stated.stream().anyMatch(CohortRange.class::isInstance)
            ? Stream.empty()
            : Stream.of(CohortRange.ANY);
    Stream<Requirement> ofPeers =
        peersOf(rounds).stream()
            .flatMap(terms ->
                Stream.of(
                    new Requirement.Peers(terms.topology()), new Requirement.ParticipantSecret()));
    return Stream.of(range, stated.stream(), ofPeers).flatMap(each -> each).distinct().toList();
  }

  /// An algorithm that needs nothing and warns of nothing. Its rounds publish popular items where
  /// the publication says so.
  public Algorithm(
      String id,
      Digest digest,
      List<Round> rounds,
      Disclosure disclosure,
      Publication publication,
      WorkingSet workingSet) {
    this(
        id,
        digest,
        publication.completing(rounds),
        disclosure,
        List.of(),
        publication,
        workingSet,
        List.of(),
        List.of());
  }

  /// The same with requirements.
  public Algorithm requiring(Requirement... needed) {
    return new Algorithm(
        id,
        digest,
        rounds,
        disclosure,
        List.of(needed),
        publication,
        workingSet,
        warnings,
        notices);
  }

  /// The same with warnings.
  public Algorithm warning(List<String> sentences) {
    return new Algorithm(
        id, digest, rounds, disclosure, requirements, publication, workingSet, sentences, notices);
  }

  /// The same with notices.
  public Algorithm telling(Notice... told) {
    return new Algorithm(
        id,
        digest,
        rounds,
        disclosure,
        requirements,
        publication,
        workingSet,
        warnings,
        List.of(told));
  }

  /// The same with other rounds: to watch its sums, or to disturb them.
  public Algorithm withRounds(UnaryOperator<Round> other) {
    return new Algorithm(
        id,
        digest,
        rounds.stream().map(other).toList(),
        disclosure,
        requirements,
        publication,
        workingSet,
        warnings,
        notices);
  }

  /// The sum of each round.
  public List<RoundSpec> specs() {
    return rounds.stream().map(Round::spec).toList();
  }

  /// Whether its sums are opened over whole cells or not at all.
  public boolean closed() {
    return rounds.stream().map(Round::spec).allMatch(RoundSpec.ClosedSum.class::isInstance);
  }

  /// Takes the sum of a round and returns the next step. A coordinator computes nothing else.
  public PlanStep complete(int index, Aggregate sum, Path workDirectory) throws IOException {
    return rounds.get(index).complete(sum, workDirectory);
  }

  /// The round that an input is for.
  public Round roundOf(RoundInput input) {
    return rounds.get(input.round().index());
  }

  /// Prepares the vector that a participant masks in the input's round.
  ///
  /// @throws ContributionRefusedException when the broadcast is malformed, not finite or out of
  ///   bound
  public Contribution contribution(RoundInput input) throws IOException {
    return roundOf(input).contribution(input);
  }

  /// Whether it has a requirement.
  public boolean requires(Requirement requirement) {
    return requirements.contains(requirement);
  }

  /// The cohorts that it works with.
  public CohortRange cohortRange() {
    return requirements.stream()
        .flatMap(each -> each instanceof CohortRange range ? Stream.of(range) : Stream.empty())
        .findFirst()
        .orElseThrow();
  }

  /// The faults of a cohort, in the order of the requirements.
  public List<Unmet> unmet(SortedSet<ParticipantId> cohort) {
    return requirements.stream().flatMap(each -> each.unmet(id, cohort).stream()).toList();
  }

  /// The notices for a participant.
  public List<String> noticesFor(ParticipantId participant) {
    return notices.stream()
        .filter(notice -> notice.audience().has(participant))
        .map(Notice::text)
        .toList();
  }

  /// The terms on which participants compute among themselves, if they do. Then each of them may
  /// end a session in which it cannot go on with the others.
  public Optional<PeerTerms> peers() {
    return peersOf(rounds);
  }

  private static Optional<PeerTerms> peersOf(List<Round> rounds) {
    return rounds.stream()
        .flatMap(round -> round.peers().stream())
        .map(Round.PeerComputation::terms)
        .findFirst();
  }

  /// The numbers per item that every participant learns from a round. It learns them from the
  /// computation with the others, or from the next broadcast. As [RoundSpec#columns()], 0 for sums
  /// with noise.
  public int columnsOfPeers(RoundSpec round) {
    int next = round.index() + 1;
    return rounds
        .get(round.index())
        .peers()
        .map(Round.PeerComputation::columns)
        .orElseGet(() ->
            next < rounds.size() && rounds.get(next).spec().hasBroadcast() ? round.columns() : 0);
  }
}
