package io.privirec.client.consent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.client.participation.CohortTerms;
import io.privirec.client.participation.Refusal;
import io.privirec.client.participation.RefusedException;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.federation.Algorithm;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.RosterMember;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.RehearsalParameters;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// Cohorts of tolerant sessions after two of seven participants left their cell.
class TrustTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final AlgorithmParameters NOISY =
      ItemDegreesParameters.DEFAULT.withPrivacy(
          PrivacyParameters.of(1.0, 1e-6)
              .withItemsPerUser(5)
              .withColluders(1)
              .withRounds("tolerant"));
  private static final AlgorithmParameters REHEARSAL =
      RehearsalParameters.DEFAULT
          .withElements(10L)
          .withRounds(1)
          .withSeed(1L)
          .withRingBits(32)
          .withRoundKind("tolerant");
  private static final List<CohortMember> ALL =
      IntStream.range(0, 7)
          .mapToObj(n ->
              new CohortMember(
                  new ParticipantId("p" + n), IdentityKeyPair.generate(RANDOM).publicKey()))
          .toList();
  private static final List<CohortMember> STAYED = ALL.subList(0, 5);
  private static final Roster ROSTER =
      new Roster(
          2,
          List.of(cell(1, true, ALL), cell(2, false, STAYED)),
          ALL.stream().map(member -> new RosterMember(member.id(), member.identityKey())).toList(),
          List.of(),
          List.of());
  private static final Trust TRUST =
      new Trust(ThreatModel.SEMI_MALICIOUS, true, () -> Optional.of(ROSTER));

  private static Cell cell(int number, boolean former, List<CohortMember> members) {
    return new Cell(
        number,
        Cell.DEFAULT_MINIMUM,
        former,
        new TreeSet<>(members.stream().map(CohortMember::id).toList()));
  }

  private static Algorithm build(AlgorithmParameters parameters) {
    try {
      return AlgorithmRegistry.build(parameters, 30);
    } catch (InvalidParametersException e) {
      throw new IllegalStateException(e);
    }
  }

  private static CohortTerms cohort(
      AlgorithmParameters parameters, List<CohortMember> cohort, CohortMember self)
      throws RefusedException {
    Algorithm algorithm = build(parameters);
    SessionView session =
        new SessionView(
            "s",
            algorithm.id(),
            parameters,
            null,
            SessionView.Status.RUNNING,
            null,
            ThreatModel.SEMI_MALICIOUS.label(),
            KeyAgreement.X25519.label(),
            Trust.TOLERANT,
            null,
            null,
            3,
            null,
            List.of(),
            List.of(),
            30,
            Instant.EPOCH,
            cohort.stream().map(member -> member.id().value()).toList(),
            List.of(),
            List.of(),
            List.of(),
            null,
            Instant.EPOCH,
            null,
            null,
            Map.of(),
            List.of());
    return TRUST.cohort(session, algorithm, self.id());
  }

  private static void refuses(Refusal reason, ThrowingCallable question) {
    assertThatThrownBy(question)
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  @Test
  void session_overData_isOverMembersOfCurrentCells() throws RefusedException {
    assertThat(cohort(NOISY, STAYED, ALL.getFirst())).isEqualTo(new CohortTerms.Tolerant(5, 3));
    refuses(Refusal.NOT_WHOLE_CELLS, () -> cohort(NOISY, ALL, ALL.getFirst()));
    refuses(Refusal.NOT_IN_COHORT, () -> cohort(NOISY, ALL, ALL.getLast()));
    assertThat(cohort(REHEARSAL, ALL, ALL.getLast())).isEqualTo(new CohortTerms.Tolerant(7, 3));
  }
}
