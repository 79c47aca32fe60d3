package io.privirec.coordinator.session;

import io.privirec.coordinator.catalogue.Catalogues;
import io.privirec.coordinator.participant.Participant;
import io.privirec.coordinator.participant.ParticipantIds;
import io.privirec.coordinator.participant.Participants;
import io.privirec.coordinator.round.StagingBudget;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.edge.problem.ProblemException;
import io.privirec.federation.Algorithm;
import io.privirec.federation.RoundSpec;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.VectorSpec;
import io.privirec.session.InvalidParametersException;
import io.privirec.session.OnLoss;
import io.privirec.session.SessionAlgorithms;
import io.privirec.session.UnknownAlgorithmException;
import io.privirec.wire.AlgorithmParameters;
import io.privirec.wire.CatalogueVersion;
import io.privirec.wire.ProblemType;
import io.privirec.wire.SessionPolicy;
import io.privirec.wire.SessionRequest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Checks requests for sessions.
final class SessionDrafts {
  private static final Duration DEFAULT_DEADLINE = Duration.ofMinutes(2);

  /// People are asked within the first phase, and vectors of gigabytes follow.
  private static final Duration DEFAULT_CONSENT_DEADLINE = Duration.ofMinutes(30);

  private static final Duration MIN_DEADLINE = Duration.ofSeconds(1);
  private static final Duration MAX_DEADLINE = Duration.ofHours(1);
  private static final int DEFAULT_ATTEMPTS = 3;
  private static final ThreatModel DEFAULT_THREAT_MODEL = ThreatModel.SEMI_MALICIOUS;

  private final Catalogues catalogues;
  private final Participants participants;
  private final StagingBudget budget;
  private final long heapBytes;
  private final SecureRandom random;

  /// @param heapBytes that the steps of a plan may take
  SessionDrafts(
      Catalogues catalogues,
      Participants participants,
      StagingBudget budget,
      long heapBytes,
      SecureRandom random) {
    this.catalogues = catalogues;
    this.participants = participants;
    this.budget = budget;
    this.heapBytes = heapBytes;
    this.random = random;
  }

  /// The request with everything settled.
  ///
  /// @throws ProblemException naming the first condition that fails
  SessionDraft of(SessionRequest request) {
    CatalogueVersion catalogue = catalogueFor(request.algorithm());
    AlgorithmParameters parameters;
    Algorithm algorithm;
    try {
      parameters =
          SessionAlgorithms.settle(
              request.algorithm(), request.parameters(), catalogue.items(), random::nextLong);
      algorithm = SessionAlgorithms.of(parameters, catalogue.items());
    } catch (UnknownAlgorithmException e) {
      throw ProblemException.at(
          "/algorithm", ProblemType.UNKNOWN_ALGORITHM, String.valueOf(e.getMessage()));
    } catch (InvalidParametersException e) {
      throw ProblemException.at(
          e.pointer(), ProblemType.INVALID_VALUE, String.valueOf(e.getMessage()));
    }
    SortedSet<ParticipantId> cohort = cohort(request.cohort());
    requireCapacity(algorithm, cohort.size());
    requireDisk(algorithm, cohort.size());
    requireHeap(algorithm);
    SessionTerms terms = terms(request.policy(), algorithm);
    return new SessionDraft(
        algorithm, parameters, terms, catalogue, cohort, thresholds(terms, cohort.size()));
  }

  private static Thresholds thresholds(SessionTerms terms, int cohort) {
    try {
      return terms.thresholds(cohort);
    } catch (IllegalArgumentException e) {
      throw ProblemException.at(
          "/policy",
          ProblemType.INVALID_VALUE,
          "No safe parameters for %d participants: %s".formatted(cohort, e.getMessage()));
    }
  }

  private CatalogueVersion catalogueFor(String algorithm) {
    return SessionAlgorithms.needsCatalogue(algorithm)
        ? catalogues
            .latest()
            .orElseThrow(() ->
                new ProblemException(
                    ProblemType.CATALOGUE_MISSING, "A session needs a catalogue first"))
        : Catalogues.NONE;
  }

  private SortedSet<ParticipantId> cohort(@Nullable List<String> asked) {
    NavigableSet<ParticipantId> cohort = new TreeSet<>();
    if (asked == null) {
      participants.all().stream().map(Participant::id).forEach(cohort::add);
    } else {
      for (int i = 0; i < asked.size(); i++) {
        cohort.add(enrolled(asked.get(i), i));
      }
    }
    if (cohort.size() < Thresholds.MIN_COHORT) {
      throw ProblemException.at(
          "/cohort",
          ProblemType.COHORT_TOO_SMALL,
          "A cohort has at least %d participants; this one has %d"
              .formatted(Thresholds.MIN_COHORT, cohort.size()));
    }
    if (cohort.size() > Thresholds.MAX_COHORT) {
      throw ProblemException.at(
          "/cohort",
          ProblemType.COHORT_TOO_LARGE,
          "A cohort has at most %d participants; this one has %d"
              .formatted(Thresholds.MAX_COHORT, cohort.size()));
    }
    return cohort;
  }

  private ParticipantId enrolled(@Nullable String id, int position) {
    return ParticipantIds.parse(id == null ? "" : id)
        .flatMap(participants::find)
        .map(Participant::id)
        .orElseThrow(() ->
            ProblemException.at(
                "/cohort/" + position,
                ProblemType.UNKNOWN_PARTICIPANT,
                "This participant is not enrolled"));
  }

  private static void requireCapacity(Algorithm algorithm, int cohort) {
    for (RoundSpec round : algorithm.rounds()) {
      VectorSpec vector = round.vector();
      if (!vector.capacity().fits(vector.ring(), vector.scaleBits(), cohort)) {
        throw new ProblemException(
            ProblemType.CAPACITY_EXCEEDED,
            "The sums of round %s do not fit a ring of %d bits"
                .formatted(round.name(), vector.ring().bits()));
      }
    }
  }

  private void requireDisk(Algorithm algorithm, int cohort) {
    for (RoundSpec round : algorithm.rounds()) {
      if (budget.choose(round.vector(), cohort).isEmpty()) {
        throw new ProblemException(
            ProblemType.STAGING_BUDGET_EXCEEDED,
            "Round %s takes at least %d bytes of disk; privirec.coordinator.staging-budget is %d"
                .formatted(
                    round.name(),
                    StagingBudget.narrowest().diskBytes(round.vector(), cohort),
                    budget.bytes()));
      }
    }
  }

  private void requireHeap(Algorithm algorithm) {
    long needed = algorithm.plan().leastWorkingSetBytes();
    if (needed > heapBytes) {
      throw new ProblemException(
          ProblemType.HEAP_EXCEEDED,
          "The steps of the plan hold at least %d bytes in memory; the coordinator has %d for them"
              .formatted(needed, heapBytes));
    }
  }

  private static SessionTerms terms(@Nullable SessionPolicy policy, Algorithm algorithm) {
    SessionPolicy asked =
        policy == null ? new SessionPolicy(null, null, null, null, null, null, null) : policy;
    Duration deadline = asked.phaseDeadline();
    if (deadline == null) {
      deadline = algorithm.opensItemPairs() ? DEFAULT_CONSENT_DEADLINE : DEFAULT_DEADLINE;
    }
    require(
        "phaseDeadline",
        deadline.compareTo(MIN_DEADLINE) >= 0 && deadline.compareTo(MAX_DEADLINE) <= 0,
        "must be in [PT1S, PT1H]");
    String loss = asked.onLoss();
    OnLoss onLoss =
        loss == null
            ? algorithm.toleratesLosses() ? OnLoss.TOLERANT : OnLoss.STRICT
            : Arrays.stream(OnLoss.values())
                .filter(each -> each.label().equals(loss))
                .findFirst()
                .orElseThrow(() -> refused("onLoss", "must be tolerant or strict"));
    require(
        "onLoss",
        onLoss == OnLoss.STRICT || algorithm.toleratesLosses(),
        "must be strict: the algorithm would show the data of a participant that is lost");
    String model = asked.threatModel();
    ThreatModel threatModel =
        model == null
            ? DEFAULT_THREAT_MODEL
            : Arrays.stream(ThreatModel.values())
                .filter(each -> each.label().equals(model))
                .findFirst()
                .orElseThrow(() -> refused("threatModel", "must be semi-malicious or semi-honest"));
    String agreement = asked.keyAgreement();
    KeyAgreement keyAgreement =
        agreement == null
            ? KeyAgreement.X25519
            : Arrays.stream(KeyAgreement.values())
                .filter(each -> each.label().equals(agreement))
                .findFirst()
                .orElseThrow(() -> refused("keyAgreement", "must be x25519 or x25519-mlkem768"));
    int attempts = asked.maxAttempts() == null ? DEFAULT_ATTEMPTS : asked.maxAttempts();
    return new SessionTerms(
        threatModel,
        keyAgreement,
        Optional.ofNullable(asked.corruptFraction()),
        Optional.ofNullable(asked.dropoutFraction()),
        deadline,
        attempts,
        onLoss);
  }

  private static void require(String name, boolean condition, String range) {
    if (!condition) {
      throw refused(name, range);
    }
  }

  private static ProblemException refused(String name, String range) {
    return ProblemException.at("/policy/" + name, ProblemType.INVALID_VALUE, name + " " + range);
  }
}
