package io.privirec.coordinator.draft;

import io.privirec.coordinator.catalogue.Catalogues;
import io.privirec.coordinator.draft.CohortDrafts.Cells;
import io.privirec.coordinator.draft.DraftRefusal.Reason;
import io.privirec.coordinator.ledger.CoordinatorLedger;
import io.privirec.coordinator.ledger.PlannedBudget;
import io.privirec.federation.Algorithm;
import io.privirec.federation.AlgorithmDescriptor;
import io.privirec.federation.Disclosure;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.Requirement;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.noise.SettledPrivacy;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.federation.registry.UnknownAlgorithmException;
import io.privirec.filter.factor.ItemFeatures;
import io.privirec.round.StagingBudget;
import io.privirec.round.StagingRoom;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.VectorSpec;
import io.privirec.wire.CatalogueVersion;
import io.privirec.wire.SessionPlan;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.algorithm.AlgorithmParameters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.SortedSet;
import org.springframework.stereotype.Service;

/// Checks requests for sessions.
@Service
public record SessionDrafts(
    Catalogues catalogues,
    CohortDrafts cohorts,
    StagingRoom room,
    CoordinatorLedger ledger,
    AskedNoises noises,
    SecureRandom random) {
  /// The share of the heap for the steps of a session; requests and the collector need the rest.
  private static final double SHARE_OF_HEAP = .8;

  /// The request with everything settled.
  ///
  /// @throws DraftRefusal naming the first condition that fails
  public SessionDraft of(SessionRequest request) {
    CatalogueVersion catalogue;
    AlgorithmParameters parameters;
    Algorithm algorithm;
    try {
      catalogue = catalogueFor(AlgorithmRegistry.named(request.algorithm()));
      int participants = cohorts.expected(request);
      parameters =
          AlgorithmRegistry.settle(
              request.algorithm(),
              request.parameters(),
              noises.of(request, cohorts.named(request)),
              catalogue.items(),
              participants,
              random::nextLong);
      algorithm = AlgorithmRegistry.build(parameters, catalogue.items());
    } catch (UnknownAlgorithmException e) {
      throw new DraftRefusal(
          Reason.UNKNOWN_ALGORITHM, "/algorithm", String.valueOf(e.getMessage()));
    } catch (InvalidParametersException e) {
      throw new DraftRefusal(Reason.INVALID_FIELD, e.pointer(), String.valueOf(e.getMessage()));
    }
    SessionDraft asked = draft(request, catalogue, parameters, algorithm);
    requireFits(algorithm, asked);
    PlannedNoise.requireSmallDelta(asked, ledger.largestDelta());
    noises.requireColluders(asked);
    noises.requireHolders(asked);
    SessionDraft draft = LoweredEpsilon.of(asked);
    PlannedNoise.requireUseful(draft, ledger.largestUsers());
    requireCapacity(draft.algorithm(), draft.cohort().size());
    requireDisk(draft.algorithm(), draft.cohort().size());
    requireHeap(draft.algorithm());
    if (algorithm.disclosure().readsData()) {
      ledger.requireRoom(draft.cohort(), draft.terms().budget(algorithm));
    }
    return draft;
  }

  /// Returns the cost of a session. Nothing is started.
  ///
  /// @throws DraftRefusal naming the first condition that fails
  public SessionPlan plan(SessionRequest request) {
    SessionDraft draft = of(request);
    Optional<PlannedBudget.Spent> spentAfter =
        draft.algorithm().disclosure() instanceof Disclosure.NoisySums(var terms)
            ? draft
                .terms()
                .budget(draft.algorithm())
                .map(planned -> ledger.spentWith(draft.cohort(), planned, terms.target().delta()))
            : Optional.empty();
    return SessionCosts.of(
        draft,
        spentAfter,
        stagingOf(draft.algorithm()),
        Runtime.getRuntime().availableProcessors());
  }

  private SessionDraft draft(
      SessionRequest request,
      CatalogueVersion catalogue,
      AlgorithmParameters parameters,
      Algorithm algorithm) {
    Optional<ItemFeatures> features = features(algorithm, catalogue);
    if (algorithm.closed()) {
      Cells cells = cohorts.closed(request);
      return new SessionDraft(
          algorithm,
          parameters,
          PolicyDrafts.closed(request.policy(), algorithm, cells),
          catalogue,
          features,
          cells.cohort(),
          new RoundKind.Closed(cells.roster(), cells.cells()));
    }
    SortedSet<ParticipantId> cohort = cohorts.tolerant(request, algorithm);
    SessionTerms.Tolerant terms = PolicyDrafts.tolerant(request.policy(), algorithm);
    return new SessionDraft(
        algorithm,
        parameters,
        terms,
        catalogue,
        features,
        cohort,
        new RoundKind.Tolerant(thresholds(terms, cohort.size(), algorithm)));
  }

  private static void requireFits(Algorithm algorithm, SessionDraft draft) {
    Optional<Requirement.Unmet> unmet = algorithm.unmet(draft.cohort()).stream().findFirst();
    if (unmet.isEmpty()) {
      return;
    }
    String detail = unmet.get().detail();
    throw switch (unmet.get().fault()) {
      case TOO_SMALL -> new DraftRefusal(Reason.COHORT_TOO_SMALL, detail);
      case TOO_LARGE -> new DraftRefusal(Reason.COHORT_TOO_LARGE, detail);
      case TOPOLOGY_INVALID, PARTICIPANT_MISSING ->
          new DraftRefusal(Reason.INVALID_FIELD, unmet.get().pointer(), detail);
    };
  }

  private Optional<ItemFeatures> features(Algorithm algorithm, CatalogueVersion catalogue) {
    if (!algorithm.requires(new Requirement.ItemFeatures())) {
      return Optional.empty();
    }
    ItemFeatures features;
    try {
      features = catalogues.features(catalogue);
    } catch (IllegalArgumentException tooMany) {
      throw invalidFeatures(String.valueOf(tooMany.getMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (features.categories() == 0) {
      throw invalidFeatures("no item of the catalogue has categories");
    }
    return Optional.of(features);
  }

  private static DraftRefusal invalidFeatures(String why) {
    return new DraftRefusal(Reason.INVALID_FIELD, "/parameters/itemFeatures", why);
  }

  private static Thresholds thresholds(
      SessionTerms.Tolerant terms, int cohort, Algorithm algorithm) {
    boolean hasNoise = algorithm.disclosure() instanceof Disclosure.NoisySums;
    Thresholds counts;
    try {
      counts = terms.thresholds(cohort, algorithm);
    } catch (IllegalArgumentException e) {
      throw new DraftRefusal(
          Reason.INVALID_FIELD,
          "/policy",
          "No safe parameters for %s participants: %s%s"
              .formatted(
                  cohort, e.getMessage(), hasNoise ? "; " + AskedNoises.ASK_FOR_CLOSED : ""));
    }
    if (hasNoise && counts.threshold() == cohort) {
      throw new DraftRefusal(
          Reason.INVALID_FIELD,
          SettledPrivacy.POINTER + "/rounds",
          "tolerant rounds of %s participants that withstand %s colluders bear no loss; %s"
              .formatted(cohort, counts.corrupt(), AskedNoises.ASK_FOR_CLOSED));
    }
    return counts;
  }

  private CatalogueVersion catalogueFor(AlgorithmDescriptor<?> algorithm) {
    return algorithm.needsCatalogue()
        ? catalogues
            .latest()
            .orElseThrow(() ->
                new DraftRefusal(Reason.CATALOGUE_MISSING, "A session needs a catalogue first"))
        : Catalogues.NONE;
  }

  private static void requireCapacity(Algorithm algorithm, int cohort) {
    for (RoundSpec round : algorithm.specs()) {
      VectorSpec vector = round.vector();
      if (!vector.capacity().fits(vector.ring(), vector.scaleBits(), cohort)) {
        throw new DraftRefusal(
            Reason.CAPACITY_EXCEEDED,
            "The sums of round %s do not fit a ring of %s bits"
                .formatted(round.name(), vector.ring().bits()));
      }
    }
  }

  /// The budget of each round of a session that begins now.
  private StagingBudget stagingOf(Algorithm algorithm) {
    return room.now(SessionCosts.besides(algorithm));
  }

  private void requireDisk(Algorithm algorithm, int cohort) {
    StagingBudget now = stagingOf(algorithm);
    for (RoundSpec round : algorithm.specs()) {
      long least = StagingBudget.narrowest(round.vector()).diskBytes(round.vector(), cohort);
      if (room.budget().choose(round.vector(), cohort).isEmpty()) {
        throw new DraftRefusal(
            Reason.STAGING_BUDGET_EXCEEDED,
            "Round %s takes at least %s bytes of disk; privirec.coordinator.staging-budget is %s"
                .formatted(round.name(), least, room.budget().bytes()));
      }
      if (now.choose(round.vector(), cohort).isEmpty()) {
        throw new DraftRefusal(
            Reason.STORAGE_FULL,
            "Round %s takes at least %s bytes of the coordinator's disk, and %s are free for it:"
                    .formatted(round.name(), least, now.bytes())
                + " privirec.coordinator.disk-reserve and the session's own files left out");
      }
    }
  }

  private void requireHeap(Algorithm algorithm) {
    long needed = algorithm.workingSet().leastOfCoordinator();
    long heapBytes = (long) (SHARE_OF_HEAP * Runtime.getRuntime().maxMemory());
    if (needed > heapBytes) {
      throw new DraftRefusal(
          Reason.HEAP_EXCEEDED,
          "The steps of the plan hold at least %s bytes in memory; the coordinator has %s for them"
              .formatted(needed, heapBytes));
    }
  }
}
