package io.privirec.secagg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.SeededRandom;
import io.privirec.crypto.signature.IdentityKeyPair;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RosterTest {
  private static final List<CohortMember> MEMBERS = members(7);

  @Test
  void firstOutside_anySubset_isEmpty() {
    Roster roster = new Roster(1, MEMBERS);
    assertThat(roster.firstOutside(List.of())).isEmpty();
    assertThat(roster.firstOutside(MEMBERS)).isEmpty();
    for (CohortMember member : MEMBERS) {
      assertThat(roster.firstOutside(List.of(member))).isEmpty();
      assertThat(roster.keyOf(member.id())).contains(member.identityKey());
    }
  }

  @Test
  void firstOutside_stranger_isNamed() {
    Roster roster = new Roster(1, MEMBERS.subList(1, 6));
    assertThat(roster.firstOutside(MEMBERS)).contains(MEMBERS.get(0).id());
    assertThat(roster.firstOutside(MEMBERS.subList(1, 7))).contains(MEMBERS.get(6).id());
    assertThat(roster.keyOf(MEMBERS.get(6).id())).isEmpty();
  }

  @Test
  void firstOutside_memberWithAnotherKey_isNamed() {
    Roster roster = new Roster(1, MEMBERS.subList(0, 5));
    CohortMember impostor = new CohortMember(MEMBERS.get(3).id(), MEMBERS.get(6).identityKey());
    assertThat(roster.firstOutside(List.of(MEMBERS.get(0), impostor))).contains(impostor.id());
    CohortMember borrowed = new CohortMember(MEMBERS.get(3).id(), MEMBERS.get(0).identityKey());
    assertThat(roster.firstOutside(List.of(borrowed))).contains(borrowed.id());
  }

  @Test
  void constructor_badVersionOrMembers_refuses() {
    List<CohortMember> oneKeyTwice = new ArrayList<>(MEMBERS);
    oneKeyTwice.set(2, new CohortMember(MEMBERS.get(2).id(), MEMBERS.get(5).identityKey()));
    List<CohortMember> oneIdTwice = new ArrayList<>(MEMBERS);
    oneIdTwice.set(3, new CohortMember(MEMBERS.get(2).id(), MEMBERS.get(3).identityKey()));
    for (List<CohortMember> each :
        List.of(List.<CohortMember>of(), MEMBERS.reversed(), oneKeyTwice, oneIdTwice)) {
      assertThatThrownBy(() -> new Roster(1, each)).isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> new Roster(0, MEMBERS)).isInstanceOf(IllegalArgumentException.class);
  }

  private static List<CohortMember> members(int count) {
    SeededRandom random = new SeededRandom(11);
    List<CohortMember> members = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      members.add(
          new CohortMember(
              new ParticipantId("p-" + i), IdentityKeyPair.generate(random).publicKey()));
    }
    return members;
  }
}
