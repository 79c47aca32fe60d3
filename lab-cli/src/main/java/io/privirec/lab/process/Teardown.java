package io.privirec.lab.process;

import java.io.IOException;

/// Stops everything exactly once, at the end of the run or when this program is told to end
/// (Ctrl-C, SIGTERM, a closed terminal).
public final class Teardown implements AutoCloseable {
  private final Supervisor supervisor;
  private final RunDirectory directory;
  private final Thread hook;
  private volatile boolean signalled;
  private boolean done;

  private Teardown(Supervisor supervisor, RunDirectory directory, Runnable whenSignalled) {
    this.supervisor = supervisor;
    this.directory = directory;
    this.hook =
        new Thread(
            () -> {
              signalled = true;
              whenSignalled.run();
              close();
            },
            "teardown");
  }

  /// Begins to listen for signals.
  ///
  /// @param whenSignalled is run first when one comes
  public static Teardown of(Supervisor supervisor, RunDirectory directory, Runnable whenSignalled) {
    Teardown teardown = new Teardown(supervisor, directory, whenSignalled);
    Runtime.getRuntime().addShutdownHook(teardown.hook);
    return teardown;
  }

  /// Whether this program is ending by a signal: what services then do is no failure.
  public boolean signalled() {
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
