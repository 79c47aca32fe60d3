package io.privirec.stage.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.RosterMember;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CellsTest {
  private static List<RosterMember> members(int count) {
    List<RosterMember> members = new ArrayList<>();
    for (int p = 0; p < count; p++) {
      byte[] seed = new byte[IdentityKeyPair.SEED_BYTES];
      seed[0] = (byte) p;
      members.add(
          new RosterMember(
              new ParticipantId("p" + p),
              IdentityKeyPair.fromSeed(SecretBytes.copyOf(seed)).publicKey()));
    }
    return members;
  }

  @Test
  void roster_ofSevenInTwoCells_dealsThemOutInTurn() {
    Cells cells = Cells.dealtTo(2, 7);
    Roster roster = cells.roster(3, members(7));

    assertThat(roster.version()).isEqualTo(3);
    assertThat(roster.currentCells()).extracting(Cell::number).containsExactly(1, 2);
    assertThat(roster.currentCells().getFirst().members().toString()).isEqualTo("[p0, p2, p4, p6]");
    assertThat(roster.members().stream().map(member -> member.holder()).distinct()).hasSize(7);
    for (int p = 0; p < 7; p++) {
      assertThat(roster.currentCellOf(new ParticipantId("p" + p)).orElseThrow().number())
          .isEqualTo(cells.of(p));
    }
    assertThat(cells.size(1, 7)).isEqualTo(4);
    assertThat(cells.size(2, 7)).isEqualTo(3);
  }

  @Test
  void dealtTo_cellsOfFewerThanThree_isRefused() {
    assertThat(Cells.dealtTo(2, 6).numbers()).containsExactly(1, 2);
    assertThatThrownBy(() -> Cells.dealtTo(2, 5))
        .isInstanceOf(InvalidOptionException.class)
        .hasMessageContaining("--cells must be in [1, 1]");
  }

  @Test
  void words_ofOneTwoAndThree_areEnglish() {
    assertThat(Cells.words(List.of())).isEqualTo("no cells");
    assertThat(Cells.words(List.of(4))).isEqualTo("cell 4");
    assertThat(Cells.words(List.of(1, 2))).isEqualTo("cells 1 and 2");
    assertThat(Cells.words(List.of(1, 2, 5))).isEqualTo("cells 1, 2 and 5");
  }
}
