package io.privirec.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/// Answers every request with one status and spaces, until the connection is closed.
public final class EndlessServer implements AutoCloseable {
  private final ServerSocket socket;
  private final String status;
  private final Thread thread;
  private final AtomicInteger requests = new AtomicInteger();

  public EndlessServer(String status) throws IOException {
    this.status = status;
    this.socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    this.thread = Thread.ofVirtual().start(this::serve);
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
      try (Socket connection = socket.accept()) {
        requests.incrementAndGet();
        answer(connection);
      } catch (IOException e) {
        // The client has closed the connection, or the test the server.
      }
    }
  }

  private void answer(Socket connection) throws IOException {
    InputStream in = connection.getInputStream();
    assertThat(in.read(new byte[1 << 16])).isPositive();
    OutputStream out = connection.getOutputStream();
    out.write(
        ("HTTP/1.1 " + status + "\r\nTransfer-Encoding: chunked\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII));
    byte[] spaces = new byte[1 << 16];
    Arrays.fill(spaces, (byte) ' ');
    while (true) {
      out.write("10000\r\n".getBytes(StandardCharsets.US_ASCII));
      out.write(spaces);
      out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
    try {
      // It ends only if nobody reads on.
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
