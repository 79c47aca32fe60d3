package io.privirec.acceptance.campaign;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// What was found to be wrong, by invariant. Safe for use by several threads.
final class Findings {
  private final Map<Invariant, List<String>> found = new EnumMap<>(Invariant.class);
  private final Consumer<String> terminal;

  /// @param terminal where each is shown at once
  Findings(Consumer<String> terminal) {
    this.terminal = terminal;
  }

  synchronized void add(Invariant broken, String how) {
    found.computeIfAbsent(broken, _ -> new ArrayList<>()).add(how);
    terminal.accept("BROKEN    " + broken.words() + ": " + how);
  }

  synchronized List<String> of(Invariant invariant) {
    return List.copyOf(found.getOrDefault(invariant, List.of()));
  }

  synchronized boolean none() {
    return found.isEmpty();
  }
}
