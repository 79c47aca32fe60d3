package io.privirec.edge.connections;

import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// The open connections of a service, and how many come from each network. Thread-safe.
final class Connections {
  private final ConnectionSettings settings;
  private final Map<SocketChannel, Connection> open = new ConcurrentHashMap<>();
  private final Map<Network, Integer> counts = new ConcurrentHashMap<>();
  private final Admission admission;
  private final LongAdder refused = new LongAdder();
  private final LongAdder late = new LongAdder();

  Connections(ConnectionSettings settings) {
    this.settings = settings;
    this.admission = new Admission(settings.longestWait());
  }

  /// Remembers a new connection, unless its network has as many as it may have.
  boolean admits(SocketChannel channel, Network network) {
    int most = settings.connectionsPerAddress();
    boolean[] admitted = new boolean[1];
    counts.compute(
        network,
        (_, count) -> {
          int now = count == null ? 0 : count;
          admitted[0] = now < most;
          return admitted[0] ? now + 1 : now;
        });
    if (admitted[0]) {
      open.put(channel, new Connection(channel, network, settings.connectionAge()));
    } else {
      refused.increment();
    }
    return admitted[0];
  }

  Optional<Connection> of(@Nullable SocketChannel channel) {
    return channel == null ? Optional.empty() : Optional.ofNullable(open.get(channel));
  }

  Admission admission() {
    return admission;
  }

  /// Forgets a connection that is about to be closed; one that is not known, too.
  void forget(@Nullable SocketChannel channel) {
    @Nullable Connection closed = channel == null ? null : open.remove(channel);
    if (closed != null) {
      counts.computeIfPresent(closed.network(), (_, count) -> count == 1 ? null : count - 1);
    }
  }

  /// Cuts off those that are waited for too long.
  void cutOffLate() {
    for (Connection connection : open.values()) {
      if (connection.isLate(settings.headDeadline())) {
        connection.isNotWaitedFor();
        // Whoever sees that it is cut off finds it counted.
        late.increment();
        connection.cutOff();
      }
    }
  }

  /// Networks that have connections now.
  int networks() {
    return counts.size();
  }

  int size() {
    return open.size();
  }

  /// Connections refused so far because their network had as many as it may have.
  long refused() {
    return refused.sum();
  }

  /// Connections cut off so far because they were waited for too long.
  long late() {
    return late.sum();
  }
}
