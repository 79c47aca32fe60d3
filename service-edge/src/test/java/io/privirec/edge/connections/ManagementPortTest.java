package io.privirec.edge.connections;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.edge.EdgeServiceTest;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.test.context.TestPropertySource;

/// Health and metrics on a port of their own: outsiders can take no more of it than of the first.
@TestPropertySource(
    properties = {
      "management.server.port=0",
      "privirec.http.head-deadline=2s",
      "privirec.http.connections-per-address=" + ManagementPortTest.MOST
    })
class ManagementPortTest extends EdgeServiceTest {
  static final int MOST = 4;

  @Autowired private Connections connections;

  @BeforeEach
  void askThatPort(@Value("${local.management.port}") int management) {
    assertThat(management).isNotEqualTo(port);
    port = management;
    await(() -> connections.size() == 0);
  }

  @Test
  void meters_areTold() throws IOException {
    Socket socket = connect("127.0.0.1");
    send(
        socket,
        "GET /actuator/prometheus HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("200", "privirec_connections_late_total");
  }

  @Test
  void head_thatDoesNotEnd_isCutOffAtItsDeadline() throws IOException {
    Socket socket = connect("127.0.0.1");
    send(socket, "GET /actuator/health HTTP/1.1\r\nX-Slow: ");
    assertThat(socket.getInputStream().read()).isNegative();
  }

  @Test
  void connections_moreThanAnAddressMayHave_areClosed() throws IOException {
    List<Socket> open = new ArrayList<>();
    for (int n = 0; n < MOST; n++) {
      open.add(connect("127.0.0.1"));
    }
    await(() -> connections.size() == MOST);
    assertThat(connect("127.0.0.1").getInputStream().read()).isNegative();
    assertThat(connections.size()).isEqualTo(open.size());
  }

  @Test
  void brokenHeader_isAnsweredWithAProblem() throws IOException {
    Socket socket = connect("127.0.0.1");
    send(socket, "GET /actuator/health HTTP/1.1\r\nHost: a b\r\n\r\n");
    String answer =
        new String(socket.getInputStream().readNBytes(400), StandardCharsets.ISO_8859_1);
    assertThat(answer).contains("400", "application/problem+json", "malformed-request");
  }
}
