package io.privirec.edge.connections;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// One open connection, and since when it has been waited for: for the head of a request, from its
/// first byte (the first head: from the beginning), or for the rest of a body that nobody reads.
///
/// The thread that has the connection tells what happens, another one looks at the time.
final class Connection {
  private static final double SPREAD = .1;

  private final SocketChannel channel;
  private final Network network;

  /// By [System#nanoTime()].
  private final long retiresAt;

  /// By [System#nanoTime()]; null while nothing is waited for.
  private volatile @Nullable Long waitedSince = System.nanoTime();

  /// Whether a request came to the service since [#isTouched()].
  private boolean served;

  /// @param age after which it retires. One in ten more or less, so that not all begin anew at once
  Connection(SocketChannel channel, Network network, Duration age) {
    this.channel = channel;
    this.network = network;
    double spread = ThreadLocalRandom.current().nextDouble(1 - SPREAD, 1 + SPREAD);
    this.retiresAt = System.nanoTime() + (long) (spread * age.toNanos());
  }

  /// Whether it is old enough to be closed after an answer.
  boolean isRetired() {
    return System.nanoTime() - retiresAt > 0;
  }

  Network network() {
    return network;
  }

  /// Something came in, or is to go out.
  void isTouched() {
    served = false;
  }

  /// A head is there; what is done with the request is limited elsewhere.
  void beginsRequest() {
    served = true;
    waitedSince = null;
  }

  /// The request is answered. The rest of its body may still have to be read away.
  void endsRequest() {
    waitedSince = System.nanoTime();
  }

  /// Nothing of a next request is there; an empty line before one is not a beginning.
  void isIdle() {
    if (served) {
      waitedSince = null;
    } else {
      isInAHead();
    }
  }

  /// A part of a head is there.
  void isInAHead() {
    if (waitedSince == null) {
      waitedSince = System.nanoTime();
    }
  }

  /// It is with the service, or over.
  void isNotWaitedFor() {
    waitedSince = null;
  }

  boolean isLate(Duration deadline) {
    @Nullable Long since = waitedSince;
    return since != null && System.nanoTime() - since > deadline.toNanos();
  }

  /// Has Tomcat find the end of the input, whatever its state: it then closes the connection by
  /// itself, on the thread that has it.
  void cutOff() {
    try {
      channel.shutdownInput();
    } catch (IOException e) {
      // It is closed already.
    }
  }
}
