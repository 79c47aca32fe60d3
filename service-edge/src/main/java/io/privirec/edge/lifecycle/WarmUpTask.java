package io.privirec.edge.lifecycle;

import java.io.IOException;
import java.nio.file.Path;

/// What a service does once, beside its start, so that its first real work finds compiled code.
@FunctionalInterface
public interface WarmUpTask {
  /// Runs on a thread of its own while the service answers.
  ///
  /// @param directory empty, and deleted afterwards
  void run(Path directory) throws IOException;
}
