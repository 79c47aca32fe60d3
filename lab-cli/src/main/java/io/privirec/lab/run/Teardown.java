package io.privirec.lab.run;

import io.privirec.lab.process.RunDirectory;
import io.privirec.lab.process.Supervisor;
import java.io.IOException;

/// Stops everything exactly once, at the end of the run or when this program is told to end
/// (Ctrl-C, SIGTERM, a closed terminal).
final class Teardown implements AutoCloseable {
  private final Supervisor supervisor;
  private final RunDirectory directory;
  private final Thread hook;
  private volatile boolean signalled;
  private boolean done;

  private Teardown(Supervisor supervisor, RunDirectory directory, Screen screen) {
    this.supervisor = supervisor;
    this.directory = directory;
    this.hook =
        new Thread(
            () -> {
              signalled = true;
              screen.line("stopping the services");
              close();
            },
            "teardown");
  }

  static Teardown of(Supervisor supervisor, RunDirectory directory, Screen screen) {
    Teardown teardown = new Teardown(supervisor, directory, screen);
    Runtime.getRuntime().addShutdownHook(teardown.hook);
    return teardown;
  }

  /// Whether this program is ending by a signal: what services then do is no failure.
  boolean signalled() {
    return signalled;
  }

  @Override
  public synchronized void close() {
    if (done) {
      return;
    }
    done = true;
    supervisor.close();
    try {
      directory.close();
    } catch (IOException e) {
      // A leftover temporary directory harms nobody.
    }
    if (!signalled) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException signalledNow) {
        // The hook runs, finds everything done, and returns.
      }
    }
  }
}
