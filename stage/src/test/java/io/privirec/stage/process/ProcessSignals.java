package io.privirec.stage.process;

import java.io.IOException;

/** Signals that a process does not notice, for tests that need it to be slow at one moment. */
public final class ProcessSignals {
  private ProcessSignals() {}

  /** Stops a process until what is returned is closed. */
  public static AutoCloseable stopped(long pid) throws IOException, InterruptedException {
    send("STOP", pid);
    return () -> send("CONT", pid);
  }

  private static void send(String signal, long pid) throws IOException, InterruptedException {
    int status = new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start().waitFor();
    if (status != 0) {
      throw new IOException("kill -" + signal + " ended with " + status);
    }
  }
}
