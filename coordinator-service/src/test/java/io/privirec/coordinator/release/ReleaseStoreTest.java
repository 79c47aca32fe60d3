package io.privirec.coordinator.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.coordinator.AtOnce;
import io.privirec.coordinator.BareRound;
import io.privirec.coordinator.RunningCoordinator;
import io.privirec.crypto.encoding.ByteString;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataIntegrityViolationException;

class ReleaseStoreTest {
  private final RunningCoordinator coordinator = RunningCoordinator.shared();
  private final ReleaseStore store = coordinator.bean(ReleaseStore.class);

  /// They have no files.
  @AfterEach
  void removeThem() {
    coordinator.update("delete from release where created_at < '1971-01-01'");
  }

  @Test
  void release_listedByManyAtOnce_isListedOnce() throws Exception {
    Release release = release("r-once", BareRound.newSession(coordinator));
    AtOnce.call(
        6,
        () -> {
          store.insert(release);
          return true;
        });

    assertThat(store.find("r-once").orElseThrow().manifest()).isEqualTo(release.manifest());
  }

  @Test
  void release_secondOfASession_isThrown() {
    String session = BareRound.newSession(coordinator);
    store.insert(release("r-first-" + session, session));

    assertThatThrownBy(() -> store.insert(release("r-second-" + session, session)))
        .isInstanceOf(DataIntegrityViolationException.class);
  }

  private static Release release(String id, String session) {
    ByteString bytes = ByteString.copyOf(new byte[] {'{', '}'});
    return new Release(id, session, bytes, bytes, Instant.EPOCH);
  }
}
