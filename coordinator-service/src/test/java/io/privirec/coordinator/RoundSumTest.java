package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.round.Rounds;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The sum of a round is exactly that of its survivors' inputs.
class RoundSumTest {
  private final RunningCoordinator coordinator = RunningCoordinator.shared();

  @Test
  void sum_oneLostInEachPhase_isThatOfTheSurvivors() throws Exception {
    List<TestParticipant> all = TestParticipant.enrolAll(coordinator.api(), "sum", 10);
    all.get(2).isSilentOn(work -> work.phase().equals("ADVERTISE_KEYS"));
    all.get(4).isSilentOn(work -> work.phase().equals("SHARE_KEYS"));
    all.get(6).isSilentOn(work -> work.phase().equals("MASKED_INPUT"));
    all.get(8).isSilentOn(work -> work.phase().equals("UNMASK"));
    BareRound round = BareRound.open(coordinator, all);

    round.run();

    List<TestParticipant> survivors =
        List.of(all.get(0), all.get(1), all.get(3), all.get(5), all.get(7), all.get(8), all.get(9));
    assertThat(round.sum()).isEqualTo(BareRound.plainSum(survivors));
  }

  /// Above 64 participants: seeds are revealed, and everyone shares with a few.
  @Test
  void sum_onARandomGraph_isThatOfTheSurvivors() throws Exception {
    List<TestParticipant> all = TestParticipant.enrolAll(coordinator.api(), "many", 66);
    all.get(5).isSilentOn(work -> work.phase().equals("ADVERTISE_KEYS"));
    all.get(20).isSilentOn(work -> work.phase().equals("SHARE_KEYS"));
    all.get(40).isSilentOn(work -> work.phase().equals("MASKED_INPUT"));
    all.get(60).isSilentOn(work -> work.phase().equals("CONSISTENCY_CHECK"));
    BareRound round = BareRound.open(coordinator, all);

    round.run();

    List<TestParticipant> survivors = new ArrayList<>(all);
    survivors.removeAll(List.of(all.get(5), all.get(20), all.get(40)));
    assertThat(round.sum()).isEqualTo(BareRound.plainSum(survivors));
  }

  @Test
  void deadline_anotherRoundIsDamaged_isKeptAllTheSame() {
    List<TestParticipant> all = TestParticipant.enrolAll(coordinator.api(), "late", 3);
    BareRound damaged = BareRound.open(coordinator, all);
    BareRound sound = BareRound.open(coordinator, all);
    coordinator.update(
        "update round set events = 7, version = version + 1 where id = ?", damaged.hex());
    try {
      coordinator.expirePhase(damaged.hex());
      coordinator.expirePhase(sound.hex());

      assertThatThrownBy(() -> coordinator.bean(Rounds.class).closeOverdue())
          .isInstanceOf(IllegalStateException.class);

      assertThat(sound.status()).isEqualTo("FAILED");
    } finally {
      coordinator.update(
          "update round set status = 'FAILED', events = 0 where id = ?", damaged.hex());
    }
  }

  @Test
  void sum_halfOfItWrittenBefore_isCompletedToTheSame() throws Exception {
    List<TestParticipant> all = TestParticipant.enrolAll(coordinator.api(), "half", 3);
    BareRound round = BareRound.open(coordinator, all);
    round.run();
    Path chunk = round.directory("blobs").resolve(all.get(1).name()).resolve("2");
    Path away = coordinator.dataDirectory().resolve("away");
    Files.move(chunk, away);
    assertThatThrownBy(() -> round.sum()).isInstanceOf(NoSuchFileException.class);
    assertThat(round.directory("sums").resolve("0")).exists();
    Files.move(away, chunk);

    assertThat(round.sum()).isEqualTo(BareRound.plainSum(all));
  }
}
