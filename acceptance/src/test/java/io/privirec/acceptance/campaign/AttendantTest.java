package io.privirec.acceptance.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.acceptance.campaign.Attendant.Kill;
import io.privirec.stage.process.ServiceProcess;
import io.privirec.stage.process.SharedMemory;
import io.privirec.stage.process.Supervisor;
import io.privirec.stage.process.TinySpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttendantTest {
  private final Supervisor supervisor = new Supervisor();
  private final Findings findings = new Findings(_ -> {});
  @TempDir private Path directory;
  private Attendant attendant;

  @BeforeEach
  void start() throws Exception {
    ServiceProcess service = supervisor.start(TinySpec.of(directory, "tiny", Map.of()));
    supervisor.awaitReady(service);
    attendant = new Attendant(service, supervisor, new SharedMemory(), findings, () -> false);
    attendant.start();
  }

  @AfterEach
  void close() {
    attendant.close();
    supervisor.close();
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    for (int looks = 0; looks < 3_000 && !condition.getAsBoolean(); looks++) {
      Thread.sleep(10);
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  private void destroy() {
    ProcessHandle.of(attendant.process().pid()).orElseThrow().destroyForcibly();
  }

  @Test
  void service_thatIsKilled_isStartedAgainAndItsRecoveryMeasured() throws Exception {
    Kill kill =
        new Kill(
            new PlannedKill(1, Target.SERVICE, 0, Optional.empty(), Duration.ZERO, false, 0),
            Target.SERVICE,
            "tiny",
            List.of(),
            false);
    assertThat(kill.recovery()).isNull();
    attendant.kill(kill, this::destroy);
    await(() -> kill.recovery() != null);
    assertThat(attendant.restarts()).isEqualTo(1);
    assertThat(attendant.state()).isEqualTo(Attendant.State.READY);
    assertThat(attendant.process().isAlive()).isTrue();
    assertThat(findings.none()).isTrue();
  }

  @Test
  void service_thatEndsByItself_isAFindingAndStartedAgain() throws Exception {
    destroy();
    await(() -> attendant.restarts() == 1);
    assertThat(findings.of(Invariant.SERVICES_COME_BACK))
        .containsExactly("tiny was ended by signal 9 without a reason");
  }
}
