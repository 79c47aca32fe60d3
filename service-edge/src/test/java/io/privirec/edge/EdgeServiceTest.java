package io.privirec.edge;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The running test service, asked over HTTP or TCP; one for all tests with the same settings.
@SpringBootTest(
    classes = TestService.class,
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
public abstract class EdgeServiceTest {
  protected static final String ADMIN = "0123456789-admin-token";
  protected static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  protected static final int BOUND_MILLIS = 20_000;

  private final List<Socket> sockets = new ArrayList<>();

  @Value("${local.server.port}")
  protected int port;

  @DynamicPropertySource
  static void properties(DynamicPropertyRegistry registry) {
    // Asked for by several, and the same for all of them.
    AtomicReference<@Nullable Object> made = new AtomicReference<>();
    registry.add(
        "privirec.data-dir",
        () -> made.updateAndGet(known -> known == null ? dataDirectory() : known));
    registry.add("privirec.admin-token", () -> ADMIN);
  }

  protected URI uri(String path) {
    return URI.create("http://localhost:" + port + path);
  }

  protected HttpResponse<String> get(String path, String... headers) {
    return send("GET", path, BodyPublishers.noBody(), headers);
  }

  protected HttpResponse<String> send(
      String method, String path, BodyPublisher body, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri(path)).method(method, body);
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return CLIENT.send(request.build(), BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /// A connection from an address of this host, open until the test ends.
  protected Socket connect(String from) throws IOException {
    Socket socket = new Socket();
    sockets.add(socket);
    socket.bind(new InetSocketAddress(from, 0));
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    socket.setSoTimeout(BOUND_MILLIS);
    return socket;
  }

  protected static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
  }

  @AfterEach
  protected void closeSockets() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  protected static void await(Callable<Boolean> condition) {
    Awaitility.await()
        .atMost(Duration.ofMillis(BOUND_MILLIS))
        .pollInterval(Duration.ofMillis(10))
        .until(condition);
  }

  protected static JsonNode json(HttpResponse<String> response) {
    return JsonMapper.shared().readTree(response.body());
  }

  private static String dataDirectory() {
    try {
      return Files.createTempDirectory("edge-test").toString();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
