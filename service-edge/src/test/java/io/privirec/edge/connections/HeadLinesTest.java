package io.privirec.edge.connections;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.edge.EdgeServiceTest;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Line ends of heads, over TCP.
class HeadLinesTest extends EdgeServiceTest {
  private static final String RIGHT = "GET /v1/open HTTP/1.1\r\nHost: localhost\r\nA:   b\r\n";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /v1/open HTTP/1.1\nHost: localhost\r\n\r\n",
        "GET /v1/open HTTP/1.1\r\nHost: localhost\n\r\n",
        "GET /v1/open HTTP/1.1\r\nHost: localhost\r\nA:   b\nC: d\r\n\r\n",
        "GET /v1/open HTTP/1.1\r\nHost: localhost\r\nA:\n\r\n",
        "GET /v1/open HTTP/1.1\r\nHost: localhost\r\nA: b\r\n\n",
        "GET /v1/open HTTP/1.1\nHost: localhost\n\n",
        "\nGET /v1/open HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "POST /v1/open HTTP/1.1\r\nHost: localhost\nContent-Length: 2\r\n\r\n{}"
      })
  void head_withBareLineFeed_isABadRequest_andEndsTheConnection(String request) throws IOException {
    String answer = received(request + RIGHT + "\r\n");

    assertThat(answer).startsWith("HTTP/1.1 400").contains("malformed-request", "traceId");
    assertThat(answer.split("HTTP/1.1 ", -1)).hasSize(2);
  }

  @Test
  void head_withBareLineFeed_afterARightRequest_isABadRequest() throws IOException {
    String answer = received(RIGHT + "\r\n" + RIGHT + "B: c\n\r\n" + RIGHT + "\r\n");

    assertThat(answer).startsWith("HTTP/1.1 200").containsOnlyOnce("HTTP/1.1 400");
    assertThat(answer.split("HTTP/1.1 ", -1)).hasSize(3);
  }

  @Test
  void lineFeed_inABody_isNoPartOfTheHead() throws IOException {
    String post = "POST /v1/open HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n\n\n\n\n";

    assertThat(received(RIGHT + "\r\n" + post)).doesNotContain("HTTP/1.1 400");
  }

  private String received(String request) throws IOException {
    try (Socket socket = connect("127.0.0.1")) {
      send(socket, request);
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
