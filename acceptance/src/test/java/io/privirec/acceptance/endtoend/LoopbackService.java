package io.privirec.acceptance.endtoend;

import io.privirec.stage.process.ServiceProcess;
import io.privirec.stage.process.Supervisor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a Service of Kubernetes does, on loopback: each new connection goes to the next replica that
 * is ready. It knows nothing of TLS or HTTP, repeats nothing, and leaves a connection where it is
 * when its replica is not ready any more.
 */
final class LoopbackService implements AutoCloseable {
  private static final int PROBE_MILLIS = 100;

  private final String scheme;
  private final Supervisor supervisor;
  private final ServerSocket server;
  private final List<String> replicas = new CopyOnWriteArrayList<>();
  private final Map<String, ServiceProcess> ready = new ConcurrentHashMap<>();
  private final AtomicInteger turn = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();

  /** At a free port. */
  LoopbackService(String scheme, Supervisor supervisor) throws IOException {
    this.scheme = scheme;
    this.supervisor = supervisor;
    this.server = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
    Thread.startVirtualThread(this::accept);
    Thread.startVirtualThread(this::probe);
  }

  URI uri() {
    return URI.create("%s://127.0.0.1:%d".formatted(scheme, server.getLocalPort()));
  }

  /** Has it look whether the process of that name, or the one in its place, is ready. */
  void add(String replica) {
    replicas.add(replica);
  }

  /** Connections that no replica took. */
  int refused() {
    return refused.get();
  }

  private void probe() {
    try {
      while (!server.isClosed()) {
        for (ServiceProcess process : supervisor.services()) {
          if (replicas.contains(process.name())) {
            if (process.isAlive() && supervisor.isReady(process)) {
              ready.put(process.name(), process);
            } else {
              ready.remove(process.name());
            }
          }
        }
        Thread.sleep(PROBE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket caller = server.accept();
        Thread.startVirtualThread(() -> forward(caller));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void forward(Socket caller) {
    List<String> names = replicas.stream().filter(ready::containsKey).toList();
    try (caller;
        Socket replica = new Socket()) {
      ServiceProcess process =
          names.isEmpty()
              ? null
              : ready.get(names.get(Math.floorMod(turn.getAndIncrement(), names.size())));
      if (process == null) {
        refused.incrementAndGet();
        return;
      }
      try {
        replica.connect(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), process.spec().port()));
      } catch (IOException gone) {
        refused.incrementAndGet();
        return;
      }
      Thread back = Thread.startVirtualThread(() -> copy(replica, caller));
      copy(caller, replica);
      back.join();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Until one side closes its half, of which the other is told. */
  private static void copy(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException broken) {
      close(from);
      close(to);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException alreadyGone) {
      return;
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
