package io.privirec.lab.run;

import io.privirec.stage.deployment.Cells;
import io.privirec.stage.terminal.ProgressBar;
import io.privirec.stage.terminal.Terminal;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.RoundView;
import java.util.HashSet;
import java.util.Set;

/// Shows a session as it goes: a bar for the phase under way, a line for every round that is over.
final class SessionDisplay {
  private static final String DONE = "DONE";
  private static final String FAILED = "FAILED";
  private static final String MASKED_INPUT = "MASKED_INPUT";

  private final Terminal terminal;
  private final int rounds;
  private final Set<String> shown = new HashSet<>();

  /// @param rounds how many rounds the session has
  SessionDisplay(Terminal terminal, int rounds) {
    this.terminal = terminal;
    this.rounds = rounds;
  }

  void update(SessionView session) {
    for (RoundView round : session.rounds()) {
      if (isOver(round)) {
        if (shown.add(round.id())) {
          terminal.line(over(session, round));
        }
      } else if (terminal.interactive()) {
        terminal.progress(underWay(round));
      } else if (shown.add(round.id() + round.phase())) {
        terminal.line("  " + title(round) + round.phase());
      }
    }
    boolean publishing = session.status() == SessionView.Status.PUBLISHING;
    if (publishing && terminal.interactive()) {
      terminal.progress("  making the model and publishing it");
    } else if (publishing && shown.add("publishing")) {
      terminal.line("  making the model and publishing it");
    }
  }

  private static boolean isOver(RoundView round) {
    return round.phase().equals(DONE) || round.phase().equals(FAILED);
  }

  private String title(RoundView round) {
    String attempt = round.attempt() > 1 ? " (attempt " + round.attempt() + ")" : "";
    return "%-36s"
        .formatted("round %d/%d %s%s".formatted(round.index() + 1, rounds, round.name(), attempt));
  }

  private String over(SessionView session, RoundView round) {
    if (round.failure() != null) {
      return "  %sfailed: %s, %s"
          .formatted(title(round), round.failure().code(), round.failure().detail());
    }
    return session.cells().isEmpty()
        ? "  %ssum of %d of %d contributions"
            .formatted(title(round), round.survivors().size(), session.cohort().size())
        : "  %ssum of %d contributions, %s"
            .formatted(title(round), round.survivors().size(), Cells.words(session.cells()));
  }

  private String underWay(RoundView round) {
    String bar =
        round.phase().equals(MASKED_INPUT)
            ? ProgressBar.of(round.chunksReceived(), round.chunksExpected(), "chunks")
            : ProgressBar.of(round.arrived(), round.expected(), "participants");
    return "  %s%-16s %s".formatted(title(round), round.phase(), bar);
  }
}
