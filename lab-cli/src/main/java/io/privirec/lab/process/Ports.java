package io.privirec.lab.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Optional;
import java.util.stream.IntStream;

/// Loopback ports.
public final class Ports {
  private Ports() {}

  /// The first port of a range that something listens on already.
  ///
  /// @param from first port
  /// @param count how many
  public static Optional<Integer> firstTaken(int from, int count) {
    return IntStream.range(from, from + count).filter(port -> !isFree(port)).boxed().findFirst();
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException taken) {
      return false;
    }
  }
}
