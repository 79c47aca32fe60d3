package io.privirec.edge.problem;

import io.privirec.edge.connections.Network;
import io.privirec.wire.ProblemType;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The memory that all JSON bodies take together, from the first byte of each until its request is
 * answered. One network gets half of it at most. Thread-safe.
 *
 * <p>What is made of a body is larger than its text where its values are short: a byte counts as
 * one, a comma, which separates two values, as {@value #BYTES_OF_A_VALUE} more.
 */
final class JsonMemory {
  /** A short string in a list, or an object with one of them: headers, references, text. */
  static final int BYTES_OF_A_VALUE = 64;

  private final long all;
  private final long share;
  private final Map<Network, Long> held = new HashMap<>();
  private long taken;

  JsonMemory(long all) {
    this.all = all;
    this.share = all / 2;
  }

  /**
   * As much as is configured, else an eighth of the heap, and at least four of the longest bodies.
   */
  static JsonMemory of(long configured, long longestBody) {
    long heap = Runtime.getRuntime().maxMemory();
    return new JsonMemory(configured > 0 ? configured : Math.max(heap / 8, 4 * longestBody));
  }

  /** Begins a body, which takes nothing yet. */
  Body begin(Network from) {
    return new Body(from);
  }

  /** Bytes taken now. */
  synchronized long taken() {
    return taken;
  }

  private synchronized boolean take(Network network, long bytes) {
    long ofNetwork = held.getOrDefault(network, 0L) + bytes;
    if (ofNetwork > share || taken + bytes > all) {
      return false;
    }
    held.put(network, ofNetwork);
    taken += bytes;
    return true;
  }

  private synchronized void give(Network network, long bytes) {
    taken -= bytes;
    held.computeIfPresent(network, (_, before) -> before == bytes ? null : before - bytes);
  }

  /** What one body takes, until it is closed. Not thread-safe. */
  final class Body implements AutoCloseable {
    private final Network network;
    private long mine;

    private Body(Network network) {
      this.network = network;
    }

    /**
     * Takes what was received.
     *
     * @throws ProblemException if there is no memory for it, now or ever
     */
    void receive(byte[] from, int offset, int length) {
      long more = length;
      for (int i = offset; i < offset + length; i++) {
        more += from[i] == ',' ? BYTES_OF_A_VALUE : 0;
      }
      if (mine + more > share) {
        throw new ProblemException(
            ProblemType.PAYLOAD_TOO_LARGE,
            "A JSON body takes at most %d bytes of memory here, %d of them for each comma"
                .formatted(share, BYTES_OF_A_VALUE));
      }
      if (!take(network, more)) {
        throw ProblemException.retryAfter(
            Duration.ofSeconds(1),
            ProblemType.TOO_MANY_REQUESTS,
            "The JSON bodies that are under way take all memory there is for them, or for those of"
                + " one address");
      }
      mine += more;
    }

    @Override
    public void close() {
      give(network, mine);
      mine = 0;
    }
  }
}
