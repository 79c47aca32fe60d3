package io.privirec.client.recommendations;

import io.privirec.edge.datadir.DurableFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The name of the release that answers, across restarts of the service.
///
/// @param file has the name; empty while no release has answered
record LastRelease(Path file) {
  /// Returns whether the file exists. Earlier versions wrote none.
  boolean isKept() {
    return Files.exists(file);
  }

  Optional<String> name() throws IOException {
    return isKept()
        ? Optional.of(Files.readString(file).strip()).filter(name -> !name.isEmpty())
        : Optional.empty();
  }

  /// Replaces the file as a whole and durably.
  void keep(String name) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(draft, name);
    DurableFiles.sync(draft);
    DurableFiles.place(draft, file);
  }
}
