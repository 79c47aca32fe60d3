package io.privirec.edge.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.edge.TestService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** JSON bodies that take memory, over TCP: 400,000 bytes for all, half of them for an address. */
class JsonMemoryTest {
  private static final int BOUND_MILLIS = 20_000;
  private static final String BODY =
      "{\"history\": [{\"item\": \"" + "a".repeat(120_000) + "\"}], \"k\": 5}";

  @TempDir Path data;
  private final List<Socket> sockets = new ArrayList<>();
  private ConfigurableApplicationContext context;
  private JsonMemory memory;

  @BeforeEach
  void run() {
    context =
        SpringApplication.run(
            TestService.class,
            "--server.port=0",
            "--privirec.data-dir=" + data,
            "--privirec.admin-token=0123456789-admin-token",
            "--privirec.body-grace=2s",
            "--privirec.http.json-memory=400000B");
    memory = context.getBean(JsonMemory.class);
  }

  @AfterEach
  void stop() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    context.close();
  }

  /** Sends a body but for its last byte. */
  private Socket begin(String from, String body) throws IOException {
    return begin(from, body.length(), body.substring(0, body.length() - 1));
  }

  private Socket begin(String from, int length, String sent) throws IOException {
    int port = Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port"));
    Socket socket = new Socket();
    sockets.add(socket);
    socket.bind(new InetSocketAddress(from, 0));
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    socket.setSoTimeout(BOUND_MILLIS);
    send(
        socket,
        "POST /v1/recommendations HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + "Content-Type: application/json\r\nContent-Length: "
            + length
            + "\r\n\r\n"
            + sent);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
  }

  private static String answer(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofMillis(BOUND_MILLIS).toNanos();
    while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
      Thread.sleep(10);
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  @Test
  void body_beyondTheShareOfItsAddress_isTooMany_andOthersAreServed() throws Exception {
    Socket held = begin("127.0.0.1", BODY);
    await(() -> memory.taken() > 110_000);
    Socket refused = begin("127.0.0.1", BODY);
    send(refused, "}");
    assertThat(answer(refused))
        .contains(" 429 ", "Retry-After: 1", "\"code\":\"too-many-requests\"");
    Socket other = begin("127.0.0.2", BODY);
    send(other, "}");
    assertThat(answer(other)).contains(" 200 ");
    send(held, "}");
    assertThat(answer(held)).contains(" 200 ");
    await(() -> memory.taken() == 0);
  }

  @Test
  void bodies_ofAllAddresses_takeNoMoreThanThereIs() throws Exception {
    for (String address : List.of("127.0.0.1", "127.0.0.2", "127.0.0.3")) {
      long before = memory.taken();
      begin(address, BODY);
      await(() -> memory.taken() > before + 110_000);
    }
    Socket refused = begin("127.0.0.4", BODY);
    send(refused, "}");
    assertThat(answer(refused)).contains(" 429 ");
  }

  @Test
  void body_thatCannotFitEver_isTooLarge() throws IOException {
    Socket socket = begin("127.0.0.1", "{\"history\": [" + "{},".repeat(10_000) + "{}]}");
    send(socket, "}");
    assertThat(answer(socket)).contains(" 413 ", "64 of them for each comma");
    assertThat(memory.taken()).isZero();
  }

  @Test
  void memory_isGivenBack_howeverABodyEnds() throws Exception {
    Socket broken = begin("127.0.0.1", BODY.replace("history", "hist"));
    send(broken, "}");
    assertThat(answer(broken)).contains(" 400 ");
    await(() -> memory.taken() == 0);
    Socket aborted = begin("127.0.0.1", BODY);
    await(() -> memory.taken() > 110_000);
    aborted.close();
    await(() -> memory.taken() == 0);
    Socket invalid = begin("127.0.0.1", BODY.replace("\"k\": 5", "\"k\": 0"));
    send(invalid, "}");
    assertThat(answer(invalid)).contains(" 422 ");
    await(() -> memory.taken() == 0);
  }

  /** 60,000 bytes have a second at 64 KiB/s, beside the grace. */
  @Test
  void body_thatNeverEnds_isLate() throws Exception {
    Socket slow = begin("127.0.0.1", 1_000_000, BODY.substring(0, 60_000));
    slow.setSoTimeout(100);
    long deadline = System.nanoTime() + Duration.ofMillis(BOUND_MILLIS).toNanos();
    int first = -1;
    while (first < 0 && System.nanoTime() < deadline) {
      try {
        first = slow.getInputStream().read();
      } catch (SocketTimeoutException e) {
        slow.getOutputStream().write('a');
      }
    }
    assertThat(answer(slow)).contains(" 408 ");
    await(() -> memory.taken() == 0);
  }
}
