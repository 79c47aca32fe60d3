package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.coordinator.release.Release;
import io.privirec.coordinator.release.ReleaseStore;
import io.privirec.crypto.encoding.ByteString;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataIntegrityViolationException;

class ReleaseStoreTest {
  private final RunningCoordinator coordinator = RunningCoordinator.shared();
  private final ReleaseStore store = coordinator.bean(ReleaseStore.class);

  /// They have no files.
  @AfterEach
  void removeThem() {
    coordinator.jdbc().sql("delete from release where created_at < '1971-01-01'").update();
  }

  @Test
  void release_listedByManyAtOnce_isListedOnce() throws Exception {
    Release release = release("r-once", newSession());
    CyclicBarrier together = new CyclicBarrier(6);
    try (ExecutorService pool = Executors.newFixedThreadPool(6)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        all.add(
            pool.submit(() -> {
              together.await(1, TimeUnit.MINUTES);
              store.insert(release);
              return null;
            }));
      }
      for (Future<?> one : all) {
        one.get(1, TimeUnit.MINUTES);
      }
    }

    assertThat(store.find("r-once").orElseThrow().manifest()).isEqualTo(release.manifest());
  }

  @Test
  void release_secondOfASession_isThrown() {
    String session = newSession();
    store.insert(release("r-first-" + session, session));

    assertThatThrownBy(() -> store.insert(release("r-second-" + session, session)))
        .isInstanceOf(DataIntegrityViolationException.class);
  }

  private String newSession() {
    TestCatalogue.ensure(coordinator.api());
    return BareRound.newSession(coordinator);
  }

  private static Release release(String id, String session) {
    ByteString bytes = ByteString.copyOf(new byte[] {'{', '}'});
    return new Release(id, session, bytes, bytes, Instant.EPOCH);
  }
}
