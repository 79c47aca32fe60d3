package io.privirec.acceptance.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.operator.option.InvalidOptionException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class StallsTest {
  private static final long MILLI = 1_000_000;
  private static final int CORES = Runtime.getRuntime().availableProcessors();

  /// As of a clock that is about to overflow, which `System.nanoTime` may be.
  private static final long BEGUN = Long.MAX_VALUE - 50 * MILLI;

  private static long at(long millis) {
    return BEGUN + millis * MILLI;
  }

  @Test
  void list_answersThatOverlap_areOneStall() {
    Stalls stalls = new Stalls();
    stalls.answered(at(40), at(130));
    stalls.answered(at(10), at(60));
    stalls.answered(at(45), at(70));
    stalls.answered(at(200), at(219));
    stalls.answered(at(300), at(325));

    assertThat(stalls.list(BEGUN, null))
        .containsExactly(
            new Stalls.Stall(.01, 120, 3, 0, null), new Stalls.Stall(.3, 25, 1, 0, null));
  }

  @Test
  void list_senderLateAtTheSameTime_isNotOfTheService() {
    Stalls stalls = new Stalls();
    stalls.sent(at(20), at(28));
    stalls.sent(at(100), at(104));
    stalls.answered(at(10), at(60));
    stalls.answered(at(90), at(120));

    assertThat(stalls.list(BEGUN, null))
        .extracting(Stalls.Stall::ofTheService)
        .containsExactly(false, true);
    assertThat(stalls.list(BEGUN, null))
        .extracting(Stalls.Stall::senderMillis)
        .containsExactly(8., 4.);
  }

  @Test
  void ofTheService_coresWatched_unlessAnswersLackedThemAndTheJvmHadNone() {
    assertThat(
            List.of(
                // Answers and sender had all of the cores.
                stall(new CoreWatch.Cores(170 * CORES / 2., 1, 2, 30, 400)).ofTheService(),
                // The collector had half of them.
                stall(new CoreWatch.Cores(40, 50 * CORES, 0, 10, 400)).ofTheService(),
                // Compilers had a fifth.
                stall(new CoreWatch.Cores(100, 0, 20 * CORES, 10, 400)).ofTheService(),
                // Nobody wanted a core: a lock, or a disk.
                stall(new CoreWatch.Cores(5, 0, 0, 5, 1)).ofTheService()))
        .containsExactly(false, true, true, true);
  }

  /// Of 100 ms, while the sender was on time.
  private static Stalls.Stall stall(CoreWatch.Cores cores) {
    return new Stalls.Stall(1, 100, 9, 0, cores);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void coreWatch_ofThisProcess_seesABusyThread() throws Exception {
    try (CoreWatch watch = CoreWatch.start(ProcessHandle.current().pid())) {
      Thread busy = Thread.ofPlatform().start(StallsTest::spin);
      busy.join();
      // Until the watch has looked once more.
      CoreWatch.Cores cores = sinceStart(watch);
      for (int n = 0; n < 500 && cores.answering() <= 200; n++) {
        LockSupport.parkNanos(10 * MILLI);
        cores = sinceStart(watch);
      }

      // The same process is asked for twice: as the service, and as the sender.
      assertThat(cores.answering()).isGreaterThan(200);
      assertThat(cores.sending()).isGreaterThan(200);
    }
    assertThatThrownBy(() -> CoreWatch.start(Long.MAX_VALUE))
        .isInstanceOf(InvalidOptionException.class)
        .hasMessageContaining("--pid must be a process of this machine");
  }

  private static CoreWatch.Cores sinceStart(CoreWatch watch) {
    long now = System.nanoTime();
    return watch.during(now - 60_000 * MILLI, now);
  }

  /// For 800 ms of processor time, of which a watch that lists threads each half second sees 300 at
  /// least.
  private static void spin() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    while (threads.getCurrentThreadCpuTime() < 800 * MILLI) {
      Thread.onSpinWait();
    }
  }
}
