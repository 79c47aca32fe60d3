package io.privirec.edge.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Stops the server when this process dies without its shutdown hooks (SIGKILL, out of memory).
///
/// A shell waits on a pipe whose other end only this process holds. The kernel closes it whatever
/// way the process ends; then the shell asks the server for a fast shutdown, provided that
/// `postmaster.pid` still names the same process. Where there is no `/bin/sh` there is no guard:
/// the next start finds and stops the old server.
final class ParentGuard implements AutoCloseable {
  private static final Path SHELL = Path.of("/bin/sh");
  private static final String SCRIPT =
      "cat >/dev/null 2>&1; [ \"$(head -n 1 \"$1\" 2>/dev/null)\" = \"$2\" ] && kill -INT \"$2\"";

  private final Process shell;

  private ParentGuard(Process shell) {
    this.shell = shell;
  }

  static Optional<ParentGuard> over(Postmaster postmaster, Path cluster) throws IOException {
    if (!Files.isExecutable(SHELL)) {
      return Optional.empty();
    }
    Process shell =
        new ProcessBuilder(
                SHELL.toString(),
                "-c",
                SCRIPT,
                "privirec-postgres-guard",
                Postmaster.pidFile(cluster).toString(),
                Long.toString(postmaster.pid()))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return Optional.of(new ParentGuard(shell));
  }

  /// To be called after the server has ended.
  @Override
  public void close() throws IOException {
    shell.getOutputStream().close();
  }
}
