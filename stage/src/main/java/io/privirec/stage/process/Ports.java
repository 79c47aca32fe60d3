package io.privirec.stage.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.stream.IntStream;

/// Loopback ports.
public final class Ports {
  /// Below those that operating systems give to outgoing connections.
  private static final int FIRST = 20_000;

  private static final int LAST = 29_000;
  private static final int ATTEMPTS = 1_000;

  private Ports() {}

  /// The first port of a range that something listens on already.
  ///
  /// @param from first port
  /// @param count how many
  public static Optional<Integer> firstTaken(int from, int count) {
    return IntStream.range(from, from + count).filter(port -> !isFree(port)).boxed().findFirst();
  }

  /// Some consecutive ports that nothing listens on now, drawn at random: programs that start at
  /// once shall not meet.
  ///
  /// @param count how many
  /// @return the first
  public static int firstFree(int count) {
    return new SecureRandom()
        .ints(ATTEMPTS, FIRST, LAST)
        .filter(base -> firstTaken(base, count).isEmpty())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no free ports"));
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException taken) {
      return false;
    }
  }
}
