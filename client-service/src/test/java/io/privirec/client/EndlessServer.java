package io.privirec.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// Answers every request with one status and spaces, until the connection is closed.
public final class EndlessServer implements AutoCloseable {
  private final ServerSocket socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  private final CountDownLatch closed = new CountDownLatch(1);
  private final ExecutorService connections = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicInteger requests = new AtomicInteger();
  private final String status;
  private final String block;
  private final int pauseMillis;

  /// As fast as it is read.
  public EndlessServer(String status) throws IOException {
    this(status, " ".repeat(1 << 16), 0);
  }

  private EndlessServer(String status, String block, int pauseMillis) throws IOException {
    this.status = status;
    this.block = block;
    this.pauseMillis = pauseMillis;
    connections.execute(this::serve);
  }

  /// A space at a time, with pauses.
  public static EndlessServer trickling(String status, int pauseMillis) throws IOException {
    return new EndlessServer(status, " ", pauseMillis);
  }

  public URI url() {
    return URI.create("http://localhost:" + socket.getLocalPort());
  }

  /// How many requests came.
  public int requests() {
    return requests.get();
  }

  private void serve() {
    while (!socket.isClosed()) {
      try {
        Socket connection = socket.accept();
        connections.execute(() -> answer(connection));
      } catch (IOException e) {
        // The test has closed the server.
      }
    }
  }

  private void answer(Socket connection) {
    try (connection) {
      assertThat(connection.getInputStream().read(new byte[1 << 16])).isPositive();
      requests.incrementAndGet();
      OutputStream out = connection.getOutputStream();
      write(out, "HTTP/1.1 " + status + "\r\nContent-Length: " + (1L << 40) + "\r\n\r\n");
      while (pauseMillis == 0 || !closed.await(pauseMillis, TimeUnit.MILLISECONDS)) {
        write(out, block);
      }
    } catch (IOException | InterruptedException e) {
      // The client has closed the connection.
    }
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  /// One that answers as fast as it is read ends only if nobody reads on.
  @Override
  public void close() throws IOException {
    closed.countDown();
    socket.close();
    connections.close();
  }
}
