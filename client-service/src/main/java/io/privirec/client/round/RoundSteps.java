package io.privirec.client.round;

import io.privirec.client.consent.SumAdmission;
import io.privirec.client.ledger.PrivacyLedgers;
import io.privirec.client.ledger.SumRefusal;
import io.privirec.client.participation.ParticipationStore;
import io.privirec.client.participation.Refusal;
import io.privirec.client.participation.RefusedException;
import io.privirec.client.participation.RoundKey;
import io.privirec.client.roster.CohortRefusal;
import io.privirec.client.roster.Rosters;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Disclosure;
import io.privirec.federation.NoiseSeed;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Survivors;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.participant.ParticipantState;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// The steps of a participant that change more than its state in a round: also the cells of its
/// roster, or its ledger. Each step is one transaction. It is kept as a whole, or refused and
/// nothing is kept.
@Component
record RoundSteps(ParticipationStore store, Rosters rosters, PrivacyLedgers ledgers) {
  /// Version of the code that computes contributions: the version of the algorithms' jar.
  /// Unpackaged builds have the version `development`.
  static final String KERNEL = kernel();

  /// Joins a round. The participant enters the cohort of a closed round; no other cohort may split
  /// a cell that was summed.
  ///
  /// @param name the round's name
  /// @param noise of this attempt; empty where the round has none
  /// @return false if the participation was rejected or ended meanwhile
  boolean join(
      RoundKey key,
      String name,
      RoundRecord record,
      Algorithm algorithm,
      ParticipantState state,
      Optional<NoiseSeed> noise)
      throws RefusedException {
    return store.atomically(() -> {
      if (!store.isActive(key.session(), key.participant())) {
        return false;
      }
      require(enter(key, record, algorithm, false));
      store.join(key, name, record, state, noise);
      return true;
    });
  }

  /// Masks the input. From here on the sum counts as opened: it is in the ledger, and its cells are
  /// summed, before a masked value can leave the process. No roster is put in force meanwhile.
  ///
  /// @param sum the entry for the ledger; empty where the contribution does not depend on data
  /// @param stands whether the participant may mask for a tolerant sum by the roster in force
  void mask(
      RoundKey key,
      Algorithm algorithm,
      ParticipantState before,
      ParticipantState.Masking next,
      Optional<Sum> sum,
      BooleanSupplier stands)
      throws RefusedException {
    ParticipantId participant = key.participant();
    unlessRefused(
        () ->
            next.record().isClosed() || sum.isEmpty()
                ? enter(key, next.record(), algorithm, true)
                : rosters.requireCurrent(participant, stands),
        () -> {
          sum.ifPresent(entry -> ledgers.enter(participant, entry));
          store.save(key, before, next);
          store.recordKernel(key, KERNEL);
        });
  }

  /// Goes on to another state. The survivors that the participant signs or answers for are in its
  /// ledger first.
  ///
  /// @param agreed empty where the state agrees on none, or the round reads no data
  void goOn(
      RoundKey key, ParticipantState before, ParticipantState next, Optional<Survivors> agreed)
      throws RefusedException {
    unlessRefused(
        Optional::empty,
        () -> {
          agreed.ifPresent(survivors -> ledgers.agree(key.participant(), survivors));
          store.save(key, before, next);
        });
  }

  /// Enters the cohort of a closed round. Its cells count as summed if it masks a sum without
  /// noise.
  private Optional<CohortRefusal> enter(
      RoundKey key, RoundRecord record, Algorithm algorithm, boolean masks) {
    return record.kind() instanceof RoundKind.Closed(RosterReference roster, List<Integer> cells)
        ? rosters.enter(
            key.participant(),
            roster,
            algorithm.disclosure() instanceof Disclosure.ExactSums ? cells : List.of(),
            masks)
        : Optional.empty();
  }

  private void unlessRefused(Supplier<Optional<CohortRefusal>> check, Runnable keep)
      throws RefusedException {
    try {
      require(
          store.atomically(() -> {
            Optional<CohortRefusal> refused = check.get();
            if (refused.isEmpty()) {
              keep.run();
            }
            return refused;
          }));
    } catch (SumRefusal refusal) {
      throw SumAdmission.refused(refusal);
    }
  }

  private static void require(Optional<CohortRefusal> refused) throws RefusedException {
    switch (refused.orElse(null)) {
      case null -> {}
      case CohortRefusal.Superseded() ->
          throw new RefusedException(
              Refusal.ROSTER_SUPERSEDED, "another roster was put in force since the round began");
      case CohortRefusal.SplitCell(SortedSet<ParticipantId> absent) ->
          throw new RefusedException(
              Refusal.CELL_SPLIT,
              "a cell that was summed is split: the first cohort after it needs %s, too"
                  .formatted(absent));
    }
  }

  private static String kernel() {
    @Nullable String version = Algorithm.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
