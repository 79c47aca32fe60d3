package io.privirec.coordinator.draft;

import io.privirec.coordinator.draft.CohortDrafts.Cells;
import io.privirec.coordinator.draft.DraftRefusal.Reason;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Disclosure;
import io.privirec.federation.OnMissing;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.roster.Cell;
import io.privirec.wire.SessionPolicy;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Settles the policy that a session is asked for with.
final class PolicyDrafts {
  private static final Duration DEFAULT_DEADLINE = Duration.ofMinutes(2);

  /// People are asked within the first phase, and vectors of gigabytes follow.
  private static final Duration DEFAULT_CONSENT_DEADLINE = Duration.ofMinutes(30);

  private static final Duration MIN_DEADLINE = Duration.ofSeconds(1);
  private static final Duration MAX_DEADLINE = Duration.ofDays(7);
  private static final int DEFAULT_ATTEMPTS = 3;
  private static final SessionPolicy NONE =
      new SessionPolicy(null, null, null, null, null, null, null, null);

  private PolicyDrafts() {}

  /// The terms of a session over cells.
  ///
  /// @throws DraftRefusal naming the first condition that fails
  static SessionTerms.Closed closed(
      @Nullable SessionPolicy policy, Algorithm algorithm, Cells cells) {
    SessionPolicy asked = policy == null ? NONE : policy;
    require(
        "threatModel",
        asked.threatModel() == null
            || asked.threatModel().equals(ThreatModel.SEMI_MALICIOUS.label()),
        "must be semi-malicious: sessions over cells always are");
    require(
        "corruptFraction",
        asked.corruptFraction() == null,
        "must be absent: a sum over cells holds against all participants but two");
    require(
        "dropoutFraction",
        asked.dropoutFraction() == null,
        "must be absent: a sum over cells bears no losses");
    OnMissing onMissing =
        oneOf("onMissing", OnMissing.values(), OnMissing::label, asked.onMissing(), OnMissing.WAIT);
    int cohort = cells.cohort().size();
    @Nullable Integer fewest = asked.minParticipants();
    require(
        "minParticipants",
        fewest == null || onMissing == OnMissing.LEAVE_OUT_CELLS,
        "must be absent unless onMissing is leave-out-cells");
    require(
        "minParticipants",
        fewest == null || (fewest >= Cell.LEAST_MINIMUM && fewest <= cohort),
        "must be in [%s, %s], the cohort".formatted(Cell.LEAST_MINIMUM, cohort));
    int smallest =
        switch (onMissing) {
          case WAIT -> cohort;
          case LEAVE_OUT_CELLS -> fewest == null ? cells.smallestCell() : fewest;
        };
    return new SessionTerms.Closed(
        keyAgreement(asked),
        deadline(asked, algorithm),
        attempts(asked),
        onMissing,
        smallest,
        cells.roster(),
        cells.cells());
  }

  /// The terms of a session whose rounds participants may leave.
  ///
  /// @throws DraftRefusal naming the first condition that fails
  static SessionTerms.Tolerant tolerant(@Nullable SessionPolicy policy, Algorithm algorithm) {
    SessionPolicy asked = policy == null ? NONE : policy;
    require(
        "onMissing",
        asked.onMissing() == null,
        "must be absent: the rounds of this session are tolerant");
    require(
        "minParticipants",
        asked.minParticipants() == null,
        "must be absent: the rounds of this session are tolerant");
    require(
        "threatModel",
        !algorithm.disclosure().readsData()
            || asked.threatModel() == null
            || asked.threatModel().equals(ThreatModel.SEMI_MALICIOUS.label()),
        "must be semi-malicious: noise is counted on that");
    return new SessionTerms.Tolerant(
        keyAgreement(asked),
        deadline(asked, algorithm),
        attempts(asked),
        oneOf(
            "threatModel",
            ThreatModel.values(),
            ThreatModel::label,
            asked.threatModel(),
            ThreatModel.SEMI_MALICIOUS),
        Optional.ofNullable(asked.corruptFraction()),
        Optional.ofNullable(asked.dropoutFraction()));
  }

  private static Duration deadline(SessionPolicy asked, Algorithm algorithm) {
    Duration deadline = asked.phaseDeadline();
    if (deadline == null) {
      return algorithm.disclosure() instanceof Disclosure.ExactSums
          ? DEFAULT_CONSENT_DEADLINE
          : DEFAULT_DEADLINE;
    }
    require(
        "phaseDeadline",
        deadline.compareTo(MIN_DEADLINE) >= 0 && deadline.compareTo(MAX_DEADLINE) <= 0,
        "must be in [PT1S, P7D]");
    return deadline;
  }

  private static KeyAgreement keyAgreement(SessionPolicy asked) {
    return oneOf(
        "keyAgreement",
        KeyAgreement.values(),
        KeyAgreement::label,
        asked.keyAgreement(),
        KeyAgreement.X25519_MLKEM768);
  }

  /// Returns how often one round is tried.
  static int attempts(@Nullable SessionPolicy asked) {
    Integer stated = asked == null ? null : asked.maxAttempts();
    return stated == null ? DEFAULT_ATTEMPTS : stated;
  }

  private static <E> E oneOf(
      String name, E[] values, Function<E, String> label, @Nullable String asked, E otherwise) {
    if (asked == null) {
      return otherwise;
    }
    return Arrays.stream(values)
        .filter(value -> label.apply(value).equals(asked))
        .findFirst()
        .orElseThrow(() ->
            refused(
                name,
                Arrays.stream(values)
                    .map(label)
                    .collect(Collectors.joining(" or ", "must be ", ""))));
  }

  private static void require(String name, boolean condition, String range) {
    if (!condition) {
      throw refused(name, range);
    }
  }

  private static DraftRefusal refused(String name, String range) {
    return new DraftRefusal(Reason.INVALID_FIELD, "/policy/" + name, name + " " + range);
  }
}
