package io.privirec.secagg.roster;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.ParticipantId;
import java.security.SecureRandom;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Two cells of twelve and of five holders. Seventeen holders have four colluders, who could be all
/// others of the smaller cell.
class JoiningAloneTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final List<ParticipantId> LARGE = ids("a", 12);
  private static final List<ParticipantId> SMALL = ids("b", 5);
  private static final List<ParticipantId> ALL =
      Stream.concat(LARGE.stream(), SMALL.stream()).toList();
  private static final Roster ROSTER =
      new Roster(
          1,
          List.of(cell(1, LARGE), cell(2, SMALL)),
          Stream.concat(ALL.stream(), Stream.of(new ParticipantId("outside")))
              .map(id -> new RosterMember(id, IdentityKeyPair.generate(RANDOM).publicKey()))
              .toList(),
          List.of(),
          List.of());

  private static List<ParticipantId> ids(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(n -> new ParticipantId(prefix + n)).toList();
  }

  private static Cell cell(int number, List<ParticipantId> members) {
    return new Cell(number, Cell.LEAST_MINIMUM, false, new TreeSet<>(members));
  }

  @Test
  void participants_withNoMoreOthersThanColluders_areToldApart() {
    assertThat(SMALL).allMatch(id -> JoiningAlone.isToldApart(id, ROSTER));
    assertThat(LARGE).noneMatch(id -> JoiningAlone.isToldApart(id, ROSTER));
    assertThat(JoiningAlone.isToldApart(new ParticipantId("outside"), ROSTER)).isFalse();
  }

  /// Colluders are counted over all cells, whichever cells a session is over.
  @Test
  void cohort_ofTheSmallCellAlone_isTooSmall() {
    assertThat(JoiningAlone.leastCohort(SMALL, ROSTER, 1)).isEqualTo(7);
    assertThat(JoiningAlone.leastCohort(SMALL, ROSTER, 6)).isEqualTo(9);
    assertThat(JoiningAlone.isTooSmall(SMALL, ROSTER, 1)).isTrue();
    assertThat(JoiningAlone.isTooSmall(ALL, ROSTER, 1)).isFalse();
    assertThat(JoiningAlone.isTooSmall(ALL, ROSTER, 15)).isTrue();
  }

  @Test
  void cohort_withoutAParticipantThatIsToldApart_isLargeEnough() {
    assertThat(JoiningAlone.isTooSmall(LARGE, ROSTER, 11)).isFalse();
  }
}
