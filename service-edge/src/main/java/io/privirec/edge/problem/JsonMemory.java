package io.privirec.edge.problem;

import io.privirec.edge.connections.Network;
import io.privirec.wire.ProblemType;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// The memory that all JSON bodies take together, from the first byte of each until its request is
/// answered. One network gets half of it at most. Thread-safe.
///
/// What is made of a body is larger than its text where its values are short: a byte counts as one,
/// a comma, which separates two values, as {@value #BYTES_OF_A_VALUE} more.
final class JsonMemory {
  /// A short string in a list, or an object with one of them: headers, references, text.
  static final int BYTES_OF_A_VALUE = 64;

  private final long all;
  private final long share;
  private final AtomicLong taken = new AtomicLong();
  private final Map<Network, Share> shares = new ConcurrentHashMap<>();

  JsonMemory(long all) {
    this.all = all;
    this.share = all / 2;
  }

  /// As much as is configured, else an eighth of the heap, and at least four of the longest bodies.
  static JsonMemory of(long configured, long longestBody) {
    long heap = Runtime.getRuntime().maxMemory();
    return new JsonMemory(configured > 0 ? configured : Math.max(heap / 8, 4 * longestBody));
  }

  /// Begins a body, which takes nothing yet.
  Body begin(Network from) {
    return new Body(from);
  }

  /// Bytes taken now.
  long taken() {
    return taken.get();
  }

  /// What the bodies of one network take. It is known as long as there is one of them. Counted
  /// without a lock, for each part that comes in: hundreds of virtual threads would queue up at
  /// one.
  ///
  /// @param bodies how many there are
  private record Share(int bodies, AtomicLong held) {}

  private Share join(Network network) {
    return Objects.requireNonNull(
        shares.compute(
            network,
            (_, known) ->
                known == null
                    ? new Share(1, new AtomicLong())
                    : new Share(known.bodies() + 1, known.held())));
  }

  private void leave(Network network) {
    shares.computeIfPresent(
        network,
        (_, known) -> known.bodies() == 1 ? null : new Share(known.bodies() - 1, known.held()));
  }

  private static boolean take(AtomicLong from, long bytes, long most) {
    return from.getAndUpdate(now -> now + bytes <= most ? now + bytes : now) + bytes <= most;
  }

  /// What one body takes, until it is closed. Not thread-safe.
  final class Body implements AutoCloseable {
    private final Network network;
    private @Nullable AtomicLong ofNetwork;
    private long mine;

    private Body(Network network) {
      this.network = network;
    }

    /// Takes what was received.
    ///
    /// @throws ProblemException if there is no memory for it, now or ever
    void receive(byte[] from, int offset, int length) {
      long more = length;
      for (int i = offset; i < offset + length; i++) {
        more += from[i] == ',' ? BYTES_OF_A_VALUE : 0;
      }
      if (mine + more > share) {
        throw new ProblemException(
            ProblemType.PAYLOAD_TOO_LARGE,
            "A JSON body takes at most %s bytes of memory here, %s of them for each comma"
                .formatted(share, BYTES_OF_A_VALUE));
      }
      if (!take(more)) {
        throw ProblemException.retryAfter(
            Duration.ofSeconds(1),
            ProblemType.TOO_MANY_REQUESTS,
            "The JSON bodies that are under way take all memory there is for them, or for those of"
                + " one address");
      }
      mine += more;
    }

    private boolean take(long more) {
      if (ofNetwork == null) {
        ofNetwork = join(network).held();
      }
      if (!JsonMemory.take(ofNetwork, more, share)) {
        return false;
      }
      if (!JsonMemory.take(taken, more, all)) {
        ofNetwork.addAndGet(-more);
        return false;
      }
      return true;
    }

    @Override
    public void close() {
      if (ofNetwork != null) {
        taken.addAndGet(-mine);
        ofNetwork.addAndGet(-mine);
        leave(network);
        ofNetwork = null;
        mine = 0;
      }
    }
  }
}
