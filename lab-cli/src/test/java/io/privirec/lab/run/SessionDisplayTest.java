package io.privirec.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.stage.terminal.Terminal;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.RoundView;
import io.privirec.wire.StagingView;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionDisplayTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private SessionDisplay display(boolean interactive) {
    return new SessionDisplay(
        new Terminal(new PrintStream(bytes, true, StandardCharsets.UTF_8), interactive), 3);
  }

  private String shown() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static SessionView session(SessionView.Status status, RoundView... rounds) {
    return Sessions.view(status, null, rounds);
  }

  private static RoundView round(String phase, int attempt, SessionView.Failure failure) {
    return new RoundView(
        "r" + attempt,
        1,
        attempt,
        "power-iteration-1",
        "semi-malicious",
        phase,
        2,
        3,
        6,
        12,
        new StagingView("full-spool", null, 1000),
        List.of("a", "b"),
        List.of(),
        failure,
        null,
        null);
  }

  @Test
  void update_onATerminal_drawsABarOfChunksOverAndOver() {
    SessionDisplay display = display(true);
    display.update(session(SessionView.Status.RUNNING, round("MASKED_INPUT", 1, null)));
    display.update(session(SessionView.Status.RUNNING, round("UNMASK", 1, null)));
    assertThat(shown())
        .contains("round 2/3 power-iteration-1", "[############············] 6/12 chunks")
        .contains("[################········] 2/3 participants")
        .doesNotContain("\n");
  }

  @Test
  void update_elsewhere_printsEachPhaseOnce() {
    SessionDisplay display = display(false);
    SessionView session = session(SessionView.Status.RUNNING, round("MASKED_INPUT", 1, null));
    display.update(session);
    display.update(session);
    assertThat(shown().lines()).singleElement().asString().endsWith("MASKED_INPUT");
  }

  @Test
  void update_roundOver_printsWhatItGave() {
    SessionDisplay display = display(true);
    SessionView.Failure failure = new SessionView.Failure("too-few-survivors", "2 of 3");
    display.update(
        session(SessionView.Status.RUNNING, round("FAILED", 1, failure), round("DONE", 2, null)));
    assertThat(shown())
        .contains("failed: too-few-survivors, 2 of 3\n", "(attempt 2)", "sum of 2 of 4 contr");
    display.update(
        Sessions.closed(
            SessionView.Status.RUNNING,
            "wait",
            List.of(1, 2, 4),
            List.of(),
            null,
            round("DONE", 3, null)));
    assertThat(shown()).contains("sum of 2 contributions, cells 1, 2 and 4\n");
  }

  @Test
  void update_publishing_saysSo() {
    display(false).update(session(SessionView.Status.PUBLISHING));
    assertThat(shown()).isEqualTo("  making the model and publishing it\n");
  }
}
