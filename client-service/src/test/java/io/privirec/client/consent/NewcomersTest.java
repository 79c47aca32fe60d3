package io.privirec.client.consent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.client.participation.CohortTerms;
import io.privirec.client.participation.Refusal;
import io.privirec.client.participation.RefusedException;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.federation.Algorithm;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.OnMissing;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.Holder;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.RosterMember;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// Rosters whose cells all begin together, so that no former cell tells who joined later.
class NewcomersTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Algorithm NOISY = algorithm(1);

  private final Set<String> approved = new HashSet<>();
  private Roster roster = cells(3);
  private boolean mayAsk = true;

  private static Algorithm algorithm(int colluders) {
    return build(
        ItemDegreesParameters.DEFAULT.withPrivacy(
            PrivacyParameters.of(1.0, 1e-6)
                .withItemsPerUser(5)
                .withColluders(colluders)
                .withRounds("closed")));
  }

  private static Algorithm build(AlgorithmParameters parameters) {
    try {
      return AlgorithmRegistry.build(parameters, 30);
    } catch (InvalidParametersException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ParticipantId id(int cell, int number) {
    return new ParticipantId("c%s-p%s".formatted(cell, number));
  }

  /// Cells of so many holders with a participant each.
  private static Roster cells(int... sizes) {
    List<Cell> cells = new ArrayList<>();
    List<RosterMember> lines = new ArrayList<>();
    for (int cell = 1; cell <= sizes.length; cell++) {
      SortedSet<ParticipantId> members = new TreeSet<>();
      for (int number = 1; number <= sizes[cell - 1]; number++) {
        members.add(id(cell, number));
        lines.add(line(id(cell, number), id(cell, number).value()));
      }
      cells.add(new Cell(cell, Cell.LEAST_MINIMUM, false, members));
    }
    return new Roster(1, cells, lines, List.of(), List.of());
  }

  private static RosterMember line(ParticipantId id, String holder) {
    return new RosterMember(
        id,
        IdentityKeyPair.generate(RANDOM).publicKey(),
        new Holder(holder),
        Collections.emptySortedSet());
  }

  private Newcomers newcomers() {
    StandingApprovals approvals =
        new StandingApprovals() {
          @Override
          public boolean has(ParticipantId participant, String sentence) {
            return approved.contains(participant + " " + sentence);
          }

          @Override
          public void keep(ParticipantId participant, String sentence) {
            approved.add(participant + " " + sentence);
          }
        };
    return new Newcomers(
        () -> Optional.of(roster), name -> new TreeSet<>(Set.of(name)), approvals, mayAsk);
  }

  private void requireSession(Algorithm algorithm, ParticipantId participant, Integer... cells)
      throws RefusedException {
    CohortTerms cohort =
        new CohortTerms.Closed(
            new RosterReference(1, Digest.of()), List.of(cells), OnMissing.WAIT, 3, 1);
    newcomers().requireSession(participant, algorithm, cohort);
  }

  private static void refuses(Refusal reason, ThrowingCallable question) {
    assertThatThrownBy(question)
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  private boolean isAsked(int cell) {
    return newcomers().needsApproval(id(cell, 1), NOISY);
  }

  @Test
  void cellsThatBeginTogether_withMoreOthersThanColluders_askNobody() throws RefusedException {
    for (int[] sizes :
        List.of(new int[] {3}, new int[] {10}, new int[] {10, 5}, new int[] {5, 5, 5})) {
      roster = cells(sizes);
      for (int cell = 1; cell <= sizes.length; cell++) {
        assertThat(isAsked(cell)).as("cell %s of %s", cell, roster.cells()).isFalse();
        requireSession(NOISY, id(cell, 1), cell);
      }
    }
  }

  /// Thirteen holders have three colluders, whatever cells a session is over.
  @Test
  void smallCell_isAsked_andNeedsHoldersOfOtherCells() throws RefusedException {
    roster = cells(10, 3);
    assertThat(isAsked(1)).isFalse();
    assertThat(isAsked(2)).isTrue();
    requireSession(NOISY, id(1, 1), 1);
    requireSession(NOISY, id(2, 1), 1, 2);
    refuses(Refusal.TOO_FEW_TO_JOIN_ALONE, () -> requireSession(NOISY, id(2, 1), 2));
  }

  @Test
  void approval_endsTheQuestionForAllSessions_andNotTheSizeOfCohorts() {
    roster = cells(10, 3);
    newcomers().approve(id(2, 1), NOISY);

    assertThat(isAsked(2)).isFalse();
    assertThat(newcomers().needsApproval(id(2, 2), NOISY)).isTrue();
    refuses(Refusal.TOO_FEW_TO_JOIN_ALONE, () -> requireSession(NOISY, id(2, 1), 2));
    mayAsk = false;
    assertThatCode(() -> requireSession(NOISY, id(2, 1), 1, 2)).doesNotThrowAnyException();
    refuses(Refusal.JOIN_ALONE_REJECTED, () -> requireSession(NOISY, id(2, 2), 1, 2));
  }

  /// More colluders than a fifth of the holders are a promise about users.
  @Test
  void promisedColluders_countForTheSizeOfTheCohort() throws RefusedException {
    roster = cells(10, 3);
    requireSession(algorithm(10), id(2, 1), 1, 2);
    refuses(Refusal.TOO_FEW_TO_JOIN_ALONE, () -> requireSession(algorithm(11), id(2, 1), 1, 2));
    requireSession(algorithm(9), id(1, 1), 1);
  }

  @Test
  void participantsOfAHolder_countOnce() {
    List<ParticipantId> ids = IntStream.rangeClosed(1, 9).mapToObj(n -> id(1, n)).toList();
    List<RosterMember> lines =
        ids.stream().map(each -> line(each, each.equals(ids.get(7)) ? "b" : "a")).toList();
    List<RosterMember> three = new ArrayList<>(lines.subList(0, 8));
    three.add(line(ids.get(8), "c"));
    Cell cell = new Cell(1, Cell.LEAST_MINIMUM, false, new TreeSet<>(ids));
    roster = new Roster(1, List.of(cell), three, List.of(), List.of());

    assertThat(isAsked(1)).isFalse();
    assertThat(newcomers().needsApproval(ids.get(8), NOISY)).isFalse();
  }

  @Test
  void sumsWithoutNoise_areNotAsked() {
    roster = cells(10, 3);
    Algorithm exact = build(ItemDegreesParameters.DEFAULT.withMinSupport(5));

    assertThat(newcomers().needsApproval(id(2, 1), exact)).isFalse();
    assertThatCode(() -> requireSession(exact, id(2, 1), 2)).doesNotThrowAnyException();
  }
}
