package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.coordinator.session.SessionStore;
import io.privirec.round.Round;
import io.privirec.round.RoundFailure;
import io.privirec.round.RoundStatus;
import io.privirec.round.RoundStore;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.coordinator.CoordinatorEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
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
  private final SessionStore sessions = coordinator.bean(SessionStore.class);
  private List<TestParticipant> all;
  private BareRound bare;
  private Round round;

  @BeforeEach
  void openRound() {
    TestCatalogue.ensure(coordinator.api());
    all = TestParticipant.enrolAll(coordinator.api(), "store-" + cohorts++, 3);
    bare = BareRound.open(coordinator, all);
    round = read();
  }

  @Test
  void append_byManyAtOnce_isDoneOnce() throws Exception {
    assertThat(atOnce(8, () -> store.append(round, EVENT, next(round), Instant.now())))
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
    coordinator
        .jdbc()
        .sql("insert into round_event (round_id, seq, digest, received_at) values (?, 0, ?, now())")
        .params(bare.hex(), new byte[32])
        .update();

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
    BareRound rival = bare.rival(coordinator, all);

    assertThat(store.find(RoundId.parse(rival.hex()))).isEmpty();
    assertThat(store.ofSession(bare.session())).containsExactly(round);
    assertThat(coordinator.dataDirectory().resolve("blobs").resolve(rival.hex())).doesNotExist();
  }

  @Test
  void insert_idThatExists_isThrown() {
    coordinator.jdbc().sql("update round set attempt = 9 where id = ?").param(bare.hex()).update();

    assertThatThrownBy(() -> store.insert(round, () -> sessions.lockRunning(bare.session())))
        .isInstanceOf(DataIntegrityViolationException.class);
  }

  @Test
  void insert_sessionThatRunsNoLonger_loses() {
    coordinator
        .jdbc()
        .sql("delete from round_member where round_id = ?")
        .param(bare.hex())
        .update();
    coordinator.jdbc().sql("delete from round where id = ?").param(bare.hex()).update();
    coordinator
        .jdbc()
        .sql("update aggregation_session set status = 'CANCELLED' where id = ?")
        .param(bare.session())
        .update();

    assertThat(store.insert(round, () -> sessions.lockRunning(bare.session()))).isFalse();
    assertThat(store.find(round.id())).isEmpty();
  }

  @Test
  void close_leavesOfTheLogOnlyWhatTellsARepeatedMessage() {
    store.append(round, EVENT, next(round), Instant.now());
    coordinator
        .jdbc()
        .sql("insert into round_chunk values (?, ?, 0, ?)")
        .params(bare.hex(), round.terms().cohort().getFirst().id().value(), new byte[32])
        .update();

    assertThat(store.replace(read(), failed("test"))).isTrue();

    assertThat(store.events(round.id(), 0)).isEmpty();
    assertThat(rows("round_event where sealed is not null and round_id = ?")).isZero();
    assertThat(rows("round_chunk where round_id = ?")).isZero();
    assertThat(store.isLogged(round.id(), EVENT)).isTrue();
    assertThat(store.isLogged(round.id(), new CoordinatorEvent.DeadlinePassed(Phase.UNMASK)))
        .isFalse();
    store.forgetLog(round.id());
    assertThat(rows("round_event where round_id = ?")).isZero();
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

  private long rows(String of) {
    return coordinator
        .jdbc()
        .sql("select count(*) from " + of)
        .param(bare.hex())
        .query(Long.class)
        .single();
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

  private static <T> List<T> atOnce(int threads, Callable<T> work) throws Exception {
    CyclicBarrier together = new CyclicBarrier(threads);
    List<T> results = new ArrayList<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      List<Future<T>> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        all.add(
            pool.submit(() -> {
              together.await(1, TimeUnit.MINUTES);
              return work.call();
            }));
      }
      for (Future<T> one : all) {
        results.add(one.get(1, TimeUnit.MINUTES));
      }
    }
    return results;
  }
}
