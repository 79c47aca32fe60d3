package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.coordinator.session.TestSessions;
import io.privirec.round.Round;
import io.privirec.round.RoundFailure;
import io.privirec.round.RoundStatus;
import io.privirec.round.RoundStore;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.coordinator.CoordinatorEvent;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataIntegrityViolationException;

/// A change of a round either wins, or loses to another one, or fails for a reason that is thrown.
class RoundStoreTest {
  private static final CoordinatorEvent EVENT =
      new CoordinatorEvent.DeadlinePassed(Phase.ADVERTISE_KEYS);
  private static int cohorts;

  private final RunningCoordinator coordinator = RunningCoordinator.shared();
  private final RoundStore store = coordinator.bean(RoundStore.class);
  private BareRound bare;
  private Round round;

  @BeforeEach
  void openRound() {
    bare =
        BareRound.open(
            coordinator, TestParticipant.enrolAll(coordinator.api(), "store-" + cohorts++, 3));
    round = read();
  }

  @Test
  void append_byManyAtOnce_isDoneOnce() throws Exception {
    assertThat(AtOnce.call(8, () -> store.append(round, EVENT, next(round), Instant.now())))
        .filteredOn(won -> won)
        .hasSize(1);
    assertThat(read().events()).isEqualTo(1);
    assertThat(store.events(round.id(), 0)).containsExactly(EVENT);
  }

  @Test
  void append_toARoundReadBefore_loses() {
    assertThat(store.append(round, EVENT, next(round), Instant.now())).isTrue();

    assertThat(store.append(round, EVENT, next(round), Instant.now())).isFalse();
    assertThat(store.replace(round, failed("late"))).isFalse();
  }

  @Test
  void append_numberTakenThoughNobodyWon_isThrown() {
    coordinator.update(
        "insert into round_event (round_id, seq, digest, received_at) values (?, 0, ?, now())",
        bare.hex(),
        new byte[32]);

    assertThatThrownBy(() -> store.append(round, EVENT, next(round), Instant.now()))
        .isInstanceOf(DataIntegrityViolationException.class);
    assertThat(read().version()).isEqualTo(round.version());
  }

  @Test
  void replace_valueThatDoesNotFit_isThrown() {
    assertThatThrownBy(() -> store.replace(round, failed("x".repeat(65))))
        .isInstanceOf(DataIntegrityViolationException.class);
  }

  @Test
  void insert_attemptThatExists_loses() {
    BareRound rival = bare.rival();

    assertThat(store.find(RoundId.parse(rival.hex()))).isEmpty();
    assertThat(store.ofSession(bare.session())).containsExactly(round);
    assertThat(coordinator.dataDirectory().resolve("blobs").resolve(rival.hex())).doesNotExist();
  }

  @Test
  void insert_idThatExists_isThrown() {
    coordinator.update("update round set attempt = 9 where id = ?", bare.hex());

    assertThatThrownBy(() -> store.insert(round, TestSessions.lock(coordinator, bare.session())))
        .isInstanceOf(DataIntegrityViolationException.class);
  }

  @Test
  void insert_sessionThatRunsNoLonger_loses() {
    coordinator.update("delete from round_member where round_id = ?", bare.hex());
    coordinator.update("delete from round where id = ?", bare.hex());
    coordinator.update(
        "update aggregation_session set status = 'CANCELLED' where id = ?", bare.session());

    assertThat(store.insert(round, TestSessions.lock(coordinator, bare.session()))).isFalse();
    assertThat(store.find(round.id())).isEmpty();
  }

  @Test
  void close_leavesOfTheLogOnlyWhatTellsARepeatedMessage() {
    store.append(round, EVENT, next(round), Instant.now());
    coordinator.update(
        "insert into round_chunk values (?, ?, 0, ?)",
        bare.hex(),
        round.terms().cohort().getFirst().id().value(),
        new byte[32]);

    assertThat(store.replace(read(), failed("test"))).isTrue();

    assertThat(store.events(round.id(), 0)).isEmpty();
    assertThat(
            coordinator.count("round_event where sealed is not null and round_id = ?", bare.hex()))
        .isZero();
    assertThat(bare.rows("round_chunk")).isZero();
    assertThat(store.isLogged(round.id(), EVENT)).isTrue();
    assertThat(store.isLogged(round.id(), new CoordinatorEvent.DeadlinePassed(Phase.UNMASK)))
        .isFalse();
    store.forgetLog(round.id());
    assertThat(bare.rows("round_event")).isZero();
  }

  @Test
  void forgetLog_ofAnOpenRound_doesNothing() {
    store.append(round, EVENT, next(round), Instant.now());

    store.forgetLog(round.id());

    assertThat(store.events(round.id(), 0)).containsExactly(EVENT);
  }

  private Round read() {
    return store.find(RoundId.parse(bare.hex())).orElseThrow();
  }

  private static Round next(Round round) {
    return with(round, round.status(), round.events() + 1, Optional.empty());
  }

  private Round failed(String code) {
    Round now = read();
    return with(now, RoundStatus.FAILED, now.events(), Optional.of(new RoundFailure(code, "")));
  }

  private static Round with(
      Round round, RoundStatus status, int events, Optional<RoundFailure> failure) {
    return new Round(
        round.signedRecord(),
        round.name(),
        round.broadcast(),
        round.staging(),
        status,
        round.phase(),
        round.phaseDeadline(),
        round.deadline(),
        round.phaseSince(),
        events,
        round.dropouts(),
        round.faults(),
        failure,
        round.openedAt(),
        round.closedAt(),
        round.version());
  }
}
