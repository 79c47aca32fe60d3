package io.privirec.federation;

import io.privirec.federation.peers.Topology;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Thresholds;
import java.util.Optional;
import java.util.SortedSet;

/// A condition for a session of an algorithm.
public sealed interface Requirement {
  /// Returns the reason why a cohort does not meet it.
  ///
  /// @param algorithm its name
  /// @return empty if the cohort meets it
  Optional<Unmet> unmet(String algorithm, SortedSet<ParticipantId> cohort);

  /// A requirement that a cohort does not meet.
  ///
  /// @param pointer to the parameter that says it; empty where the cohort itself is at fault
  /// @param detail a sentence
  record Unmet(Fault fault, String pointer, String detail) {}

  /// The fault of a cohort; a fault that tells more comes first.
  enum Fault {
    PARTICIPANT_MISSING,
    TOO_SMALL,
    TOO_LARGE,
    TOPOLOGY_INVALID
  }

  /// How many participants there may be.
  record CohortRange(int fewest, int most) implements Requirement {
    /// The range of an algorithm that states no range.
    public static final CohortRange ANY =
        new CohortRange(Thresholds.MIN_COHORT, Thresholds.MAX_COHORT);

    public CohortRange {
      if (fewest < Thresholds.MIN_COHORT || most > Thresholds.MAX_COHORT || fewest > most) {
        throw new IllegalArgumentException(
            "a cohort's range must be in [%s, %s]. Provided values: %s, %s"
                .formatted(Thresholds.MIN_COHORT, Thresholds.MAX_COHORT, fewest, most));
      }
    }

    @Override
    public Optional<Unmet> unmet(String algorithm, SortedSet<ParticipantId> cohort) {
      if (cohort.size() < fewest) {
        return Optional.of(
            new Unmet(
                Fault.TOO_SMALL,
                "",
                "%s takes at least %s participants, the cohort has %s"
                    .formatted(algorithm, fewest, cohort.size())));
      }
      return cohort.size() > most
          ? Optional.of(
              new Unmet(
                  Fault.TOO_LARGE,
                  "",
                  "%s takes at most %s participants, the cohort has %s"
                      .formatted(algorithm, most, cohort.size())))
          : Optional.empty();
    }
  }

  /// Participants send messages to each other, over the edges of a topology.
  record Peers(Topology topology) implements Requirement {
    @Override
    public Optional<Unmet> unmet(String algorithm, SortedSet<ParticipantId> cohort) {
      return topology
          .fault(cohort)
          .map(detail -> new Unmet(Fault.TOPOLOGY_INVALID, "/parameters/topology", detail));
    }
  }

  /// A participant without whom there is no session.
  ///
  /// @param pointer to the parameter that names it
  record NamedParticipant(ParticipantId participant, String pointer) implements Requirement {
    @Override
    public Optional<Unmet> unmet(String algorithm, SortedSet<ParticipantId> cohort) {
      return cohort.contains(participant)
          ? Optional.empty()
          : Optional.of(
              new Unmet(
                  Fault.PARTICIPANT_MISSING,
                  pointer,
                  "%s is named in the parameters and not in the session's cohort"
                      .formatted(participant)));
    }
  }

  /// Public features of the items of the session's catalogue. The coordinator puts them into the
  /// working directory as [io.privirec.filter.factor.ItemFeaturesFile]. Each cohort meets it.
  record ItemFeatures() implements Requirement {
    @Override
    public Optional<Unmet> unmet(String algorithm, SortedSet<ParticipantId> cohort) {
      return Optional.empty();
    }
  }

  /// A [SessionSecret] of each participant, the same in all rounds. A participant draws numbers in
  /// a round, and needs them again in another round. Each cohort meets it.
  record ParticipantSecret() implements Requirement {
    @Override
    public Optional<Unmet> unmet(String algorithm, SortedSet<ParticipantId> cohort) {
      return Optional.empty();
    }
  }
}
