package io.privirec.client.recommendations;

import io.privirec.edge.datadir.DurableFiles;
import io.privirec.serving.release.ReleaseStore;
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

  /// Returns the name; empty if no release answered, or if the file has no name of a release.
  Optional<String> name() {
    try {
      return isKept()
          ? Optional.of(Files.readString(file).strip()).filter(ReleaseStore::isReleaseId)
          : Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /// Replaces the file as a whole and durably.
  void keep(String name) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(draft, name);
    DurableFiles.sync(draft);
    DurableFiles.place(draft, file);
  }
}
