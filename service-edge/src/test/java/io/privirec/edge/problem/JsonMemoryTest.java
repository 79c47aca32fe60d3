package io.privirec.edge.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.edge.EdgeServiceTest;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;

/// JSON bodies that take memory, over TCP: 400,000 bytes for all, half of them for an address.
@TestPropertySource(properties = {"privirec.body-grace=2s", "privirec.http.json-memory=400000B"})
class JsonMemoryTest extends EdgeServiceTest {
  private static final String BODY =
      "{\"history\": [{\"item\": \"" + "a".repeat(120_000) + "\"}], \"k\": 5}";

  @Autowired private JsonMemory memory;

  /// Sends a body but for its last byte.
  private Socket begin(String from, String body) throws IOException {
    return begin(from, body.length(), body.substring(0, body.length() - 1));
  }

  private Socket begin(String from, int length, String sent) throws IOException {
    Socket socket = connect(from);
    send(
        socket,
        "POST /v1/recommendations HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + "Content-Type: application/json\r\nContent-Length: "
            + length
            + "\r\n\r\n"
            + sent);
    return socket;
  }

  private static String answer(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
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
    closeSockets();
    await(() -> memory.taken() == 0);
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

  /// 60,000 bytes have a second at 64 KiB/s, beside the grace.
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
