package io.privirec.client.consent;

import static io.privirec.client.participation.RefusedException.require;

import io.privirec.client.participation.CohortTerms;
import io.privirec.client.participation.Refusal;
import io.privirec.client.participation.RefusedException;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Disclosure;
import io.privirec.federation.OnMissing;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.Roster;
import io.privirec.wire.SessionView;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Under which threat models, and with whom, the holder lets its participants be summed.
///
/// @param weakest the weakest model accepted
/// @param takesRosters whether a roster may ever be in force here
/// @param inForce the roster that says over whom sums may be opened; empty: nobody has said
public record Trust(ThreatModel weakest, boolean takesRosters, Supplier<Optional<Roster>> inForce) {
  static final String CLOSED = "closed";
  static final String TOLERANT = "tolerant";

  /// Beyond it, times have other forms.
  private static final Instant END_OF_TIMES = Instant.parse("9999-12-31T00:00:00Z");

  /// The threat model that a session shows. Its view is not signed; the records of its rounds are,
  /// and must agree with it.
  ///
  /// @throws RefusedException if it is not accepted
  ThreatModel threatModel(SessionView session) throws RefusedException {
    Optional<ThreatModel> model =
        named(ThreatModel.values(), ThreatModel::label, session.threatModel());
    require(
        model.isPresent() && model.get().isAtLeast(weakest),
        Refusal.THREAT_MODEL_TOO_WEAK,
        "the session's threat model is weaker than " + weakest.label());
    return model.get();
  }

  /// The key agreement that a session shows.
  static KeyAgreement keyAgreement(SessionView session) throws RefusedException {
    return named(KeyAgreement.values(), KeyAgreement::label, session.keyAgreement())
        .orElseThrow(() -> new RefusedException(Refusal.POLICY_UNKNOWN, "unknown key agreement"));
  }

  /// Which snapshot a session says that it is over.
  ///
  /// @throws RefusedException if it does not say so in a way that every participant takes alike
  static Instant dataAsOf(SessionView session) throws RefusedException {
    @Nullable Instant asOf = session.dataAsOf();
    require(
        asOf != null
            && !asOf.isBefore(Instant.EPOCH)
            && asOf.isBefore(END_OF_TIMES)
            && asOf.equals(asOf.truncatedTo(ChronoUnit.MILLIS)),
        Refusal.POLICY_UNKNOWN,
        "dataAsOf must be a time from %s to %s, in whole milliseconds"
            .formatted(Instant.EPOCH, END_OF_TIMES));
    return asOf;
  }

  /// Whether a session rests on a roster that is newer than the one in force: its keeper may have
  /// sent it elsewhere first.
  boolean awaitsRosterOf(SessionView session) {
    Integer version = session.rosterVersion();
    return version != null
        && takesRosters
        && inForce.get().map(Roster::version).orElse(0) < version;
  }

  /// Over whom a session says that its sums are opened.
  ///
  /// @param self who would take part
  /// @throws RefusedException if it is not over whole cells of the roster in force, with this
  ///   participant in one of them, although it says that it is; or if it reads data and no current
  ///   cell has one of its participants
  CohortTerms cohort(SessionView session, Algorithm algorithm, ParticipantId self)
      throws RefusedException {
    if (!CLOSED.equals(session.roundKind())) {
      require(
          !(algorithm.disclosure() instanceof Disclosure.ExactSums),
          Refusal.EXACT_SUM_NOT_CLOSED,
          "the session is over data, without noise, and its rounds bear losses");
      require(
          TOLERANT.equals(session.roundKind()) && !algorithm.closed(),
          Refusal.POLICY_UNKNOWN,
          "unknown round kind");
      if (algorithm.disclosure().readsData()) {
        requireInCells(session, self);
      }
      return new CohortTerms.Tolerant(session.cohort().size(), maxAttempts(session));
    }
    require(algorithm.closed(), Refusal.POLICY_UNKNOWN, "the algorithm's rounds are not closed");
    Roster roster = requireRoster();
    require(
        Objects.equals(session.rosterVersion(), roster.version()),
        Refusal.ROSTER_SUPERSEDED,
        "the session rests on roster version %s, in force is version %s"
            .formatted(session.rosterVersion(), roster.version()));
    return closed(session, roster, self);
  }

  /// Without a roster, the coordinator could fill the cohort with participants who add no noise. A
  /// participant that left its cell takes part in no sum over data.
  private void requireInCells(SessionView session, ParticipantId self) throws RefusedException {
    Roster roster = requireRoster();
    require(
        roster.currentCellOf(self).isPresent(),
        Refusal.NOT_IN_COHORT,
        "no current cell of roster version %s has this participant".formatted(roster.version()));
    Set<String> members =
        roster.inCurrentCells().stream().map(ParticipantId::value).collect(Collectors.toSet());
    requireNoneOutside(
        session.cohort().stream().filter(name -> !members.contains(name)).toList(), roster);
  }

  public static void requireNoneOutside(List<?> outside, Roster roster) throws RefusedException {
    require(
        outside.isEmpty(),
        Refusal.NOT_WHOLE_CELLS,
        "a sum over data has participants of current cells, and no current cell of roster version %s has %s"
            .formatted(roster.version(), outside));
  }

  public Roster requireRoster() throws RefusedException {
    return inForce
        .get()
        .orElseThrow(() -> new RefusedException(Refusal.ROSTER_MISSING, "no roster in force"));
  }

  private static CohortTerms.Closed closed(SessionView session, Roster roster, ParticipantId self)
      throws RefusedException {
    List<Integer> cells = session.cells().stream().sorted().toList();
    require(
        Set.copyOf(cells).size() == cells.size(),
        Refusal.NOT_WHOLE_CELLS,
        "the session names a cell twice: " + cells);
    for (int number : cells) {
      require(
          roster.cell(number).filter(cell -> !cell.former()).isPresent(),
          Refusal.NOT_WHOLE_CELLS,
          "cell " + number + " is none of the roster's current cells");
    }
    require(
        roster.currentCellOf(self).filter(own -> cells.contains(own.number())).isPresent(),
        Refusal.NOT_IN_COHORT,
        "none of the cells " + cells + " has this participant");
    OnMissing onMissing =
        named(OnMissing.values(), OnMissing::label, String.valueOf(session.onMissing()))
            .orElseThrow(() -> new RefusedException(Refusal.POLICY_UNKNOWN, "unknown onMissing"));
    int participants = roster.cohort(cells).size();
    Integer least = session.minParticipants();
    require(
        least != null && least >= Cell.LEAST_MINIMUM && least <= participants,
        Refusal.POLICY_UNKNOWN,
        "minParticipants must be in [%s, %s]".formatted(Cell.LEAST_MINIMUM, participants));
    return new CohortTerms.Closed(
        roster.reference(), cells, onMissing, Objects.requireNonNull(least), maxAttempts(session));
  }

  /// Coordinators of earlier versions do not show it.
  private static int maxAttempts(SessionView session) throws RefusedException {
    @Nullable Integer attempts = session.maxAttempts();
    require(
        attempts == null || (attempts >= 1 && attempts <= RoundRecord.MAX_ATTEMPTS),
        Refusal.POLICY_UNKNOWN,
        "maxAttempts must be in [1, %s]".formatted(RoundRecord.MAX_ATTEMPTS));
    return attempts == null ? 1 : attempts;
  }

  static <T> Optional<T> named(T[] all, Function<T, String> label, String name) {
    return Arrays.stream(all).filter(each -> label.apply(each).equals(name)).findAny();
  }
}
