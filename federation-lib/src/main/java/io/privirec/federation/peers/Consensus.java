package io.privirec.federation.peers;

import java.util.List;

/// How participants add up.
public sealed interface Consensus {
  /// Under masks over the whole cohort: everybody gets the total and nothing else.
  record Secure() implements Consensus {}

  /// By gossip: each neighbour gets in clear what a participant has, and everybody ends near the
  /// total.
  ///
  /// @param steps of gossip for each sum
  record Plain(int steps) implements Consensus {
    static final int MOST_STEPS = 256;

    public Plain {
      if (steps < 1 || steps > MOST_STEPS) {
        throw new IllegalArgumentException(
            "gossip must be in [1, %s]. Provided value: %s".formatted(MOST_STEPS, steps));
      }
    }
  }

  /// Lines of a session's digest.
  default List<Object> lines() {
    return switch (this) {
      case Secure() -> List.of("secure");
      case Plain(int steps) -> List.of("plain", steps);
    };
  }
}
