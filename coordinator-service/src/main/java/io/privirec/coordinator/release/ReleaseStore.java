package io.privirec.coordinator.release;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Where releases are listed. Their files lie in the data directory.
public interface ReleaseStore {
  /// Lists a release; nothing happens when it is listed already.
  void insert(Release release);

  /// The release of that id.
  Optional<Release> find(String id);

  /// The newest one.
  Optional<Release> latest();

  /// Those that are older than one, or else the newest ones; newest first.
  List<Release> page(Optional<Release> before, int limit);

  /// All, newest first.
  List<Release> all();

  /// The sessions that a listed release is of.
  Set<String> sessions();

  /// Lists a release no longer.
  void delete(String id);
}
