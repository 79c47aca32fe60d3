package io.privirec.coordinator.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.wire.Protection;
import io.privirec.wire.ReleaseClaimView;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeptClaimsTest {
  private final KeptClaims kept = new KeptClaims(2);
  private final List<String> made = new ArrayList<>();

  private ReleaseClaimView ask(String release, String position) {
    return kept.of(
        release,
        position,
        () -> {
          made.add(release + "@" + position);
          return new ReleaseClaimView(
              release,
              Protection.PRIVATE,
              false,
              "no-noise",
              null,
              null,
              null,
              null,
              null,
              null,
              null,
              null,
              List.of(position));
        });
  }

  @Test
  void statement_atOnePosition_isMadeOnce() {
    for (int i = 0; i < 3; i++) {
      assertThat(ask("r1", "entry-7").inWords()).containsExactly("entry-7");
    }
    assertThat(made).containsExactly("r1@entry-7");
  }

  @Test
  void statement_afterAnotherEntry_isMadeAnew() {
    ask("r1", "entry-7");
    assertThat(ask("r1", "entry-8").inWords()).containsExactly("entry-8");
    assertThat(ask("r1", "entry-7").inWords()).containsExactly("entry-7");
    assertThat(made).containsExactly("r1@entry-7", "r1@entry-8", "r1@entry-7");
  }

  @Test
  void statements_beyondTheBound_dropTheLeastRecentlyUsed() {
    ask("r1", "entry-7");
    ask("r2", "entry-7");
    ask("r1", "entry-7");
    ask("r3", "entry-7");
    ask("r1", "entry-7");
    ask("r2", "entry-7");
    assertThat(made).containsExactly("r1@entry-7", "r2@entry-7", "r3@entry-7", "r2@entry-7");
  }
}
