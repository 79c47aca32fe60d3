package io.privirec.edge.connections;

import jakarta.servlet.ServletRequest;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Service;
import org.apache.catalina.connector.Connector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.WebServer;
import org.springframework.util.FileSystemUtils;

/// A port through which a service asks itself: all of its HTTP, without TLS and without a rate. It
/// is a socket (AF_UNIX) in a new directory that no other account may enter.
public final class OwnPort implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(OwnPort.class);

  private final Path directory;
  private final Service service;
  private final Connector connector;

  private OwnPort(Path directory, Service service, Connector connector) {
    this.directory = directory;
    this.service = service;
    this.connector = connector;
  }

  /// Opens one beside the ports that the service has.
  ///
  /// @throws IOException if the platform has no such sockets, or none can be made
  public static OwnPort open(WebServer server, GuardedConnectors connectors) throws IOException {
    if (!(server instanceof TomcatWebServer tomcat)) {
      throw new IOException("the server is not Tomcat");
    }
    Path directory = Files.createTempDirectory("privirec-own-");
    OwnPort port =
        new OwnPort(
            directory,
            tomcat.getTomcat().getService(),
            connectors.connector(directory.resolve("http")));
    port.service.addConnector(port.connector);
    if (!port.connector.getState().isAvailable()) {
      port.close();
      throw new IOException("no socket can be made in " + directory);
    }
    return port;
  }

  /// Whether a request came through such a port. TCP has no port 0.
  public static boolean isOf(ServletRequest request) {
    return request.getLocalPort() == 0;
  }

  /// A connection to it.
  public Caller connect() throws IOException {
    return new Caller(SocketChannel.open(StandardProtocolFamily.UNIX), socket());
  }

  private UnixDomainSocketAddress socket() {
    return UnixDomainSocketAddress.of(directory.resolve("http"));
  }

  @Override
  public void close() throws IOException {
    service.removeConnector(connector);
    try {
      connector.destroy();
    } catch (LifecycleException e) {
      log.debug("The own port is not closed in order", e);
    }
    FileSystemUtils.deleteRecursively(directory);
  }

  /// A keep-alive connection. Not thread-safe.
  public static final class Caller implements AutoCloseable {
    private static final int MOST_BYTES = 1 << 20;
    private static final String LENGTH = "\r\ncontent-length: ";
    private static final int STATUS_AT = "HTTP/1.1 ".length();

    private final SocketChannel channel;
    private final ByteBuffer answer = ByteBuffer.allocate(MOST_BYTES);

    private Caller(SocketChannel channel, UnixDomainSocketAddress address) throws IOException {
      this.channel = channel;
      try {
        channel.connect(address);
      } catch (IOException e) {
        channel.close();
        throw e;
      }
    }

    /// Sends JSON and waits for all of the answer.
    ///
    /// @return its status
    /// @throws IOException also if it is longer than 1 MiB
    public int post(String path, byte[] json) throws IOException {
      byte[] head =
          "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %s\r\n\r\n"
              .formatted(path, json.length)
              .getBytes(StandardCharsets.US_ASCII);
      ByteBuffer request = ByteBuffer.allocate(head.length + json.length);
      request.put(head).put(json).flip();
      while (request.hasRemaining()) {
        channel.write(request);
      }
      answer.clear();
      while (!isWhole()) {
        if (channel.read(answer) <= 0) {
          throw new IOException("the answer breaks off after " + answer.position() + " bytes");
        }
      }
      return Integer.parseInt(text(STATUS_AT, STATUS_AT + 3));
    }

    private boolean isWhole() {
      String text = text(0, answer.position());
      int head = text.indexOf("\r\n\r\n") + 4;
      if (head < 4) {
        return false;
      }
      int length = text.substring(0, head).toLowerCase(Locale.ROOT).indexOf(LENGTH);
      if (length < 0) {
        return text.endsWith("\r\n0\r\n\r\n");
      }
      int from = length + LENGTH.length();
      return text.length() == head + Integer.parseInt(text, from, text.indexOf('\r', from), 10);
    }

    private String text(int from, int to) {
      return new String(answer.array(), from, to - from, StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
