package io.privirec.edge.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.edge.EdgeServiceTest;
import io.privirec.edge.datadir.DataDirectory;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.health.autoconfigure.application.DiskSpaceHealthIndicatorProperties;

class EdgeDefaultsTest extends EdgeServiceTest {
  @Test
  void probes_areOnTheMainPort() {
    assertThat(get("/livez").statusCode()).isEqualTo(200);
    assertThat(get("/readyz").statusCode()).isEqualTo(200);
  }

  @Test
  void health_looksAtTheDiskOfTheDataDirectory(
      @Autowired DiskSpaceHealthIndicatorProperties disk, @Autowired DataDirectory data) {
    assertThat(disk.getPath()).isEqualTo(data.path().toFile());
  }

  @Test
  void metrics_haveBucketsOfRequests() {
    get("/v1/open");
    assertThat(get("/actuator/prometheus").body()).contains("http_server_requests_seconds_bucket");
  }

  /// Balancers keep idle connections for 60 s, and a request may be on its way when they end.
  @Test
  void idleConnection_staysLongerThanBalancersKeepIt() throws Exception {
    Socket socket = connect("127.0.0.1");
    send(socket, "GET /v1/open HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n");
    StringBuilder answer = new StringBuilder();
    while (answer.indexOf("}") < 0) {
      answer.append((char) socket.getInputStream().read());
    }
    assertThat(answer).contains("\r\nKeep-Alive: timeout=75\r\n");
  }

  @Test
  void swaggerUi_isThere() {
    assertThat(get("/swagger-ui.html").statusCode()).isEqualTo(302);
    assertThat(get("/swagger-ui/index.html").statusCode()).isEqualTo(200);
  }

  @Test
  void largeBody_ofAnyMediaType_arrivesWhole() {
    long bytes = 100L << 20;
    for (String type :
        new String[] {"application/octet-stream", "application/x-www-form-urlencoded"}) {
      HttpResponse<String> response =
          send(
              "PUT",
              "/v1/blobs/big",
              BodyPublishers.ofInputStream(() -> zeros(bytes)),
              "Content-Type",
              type);
      assertThat(response.body()).isEqualTo("{\"bytes\":" + bytes + "}");
    }
  }

  @Test
  void largeBody_thatIsRefused_leavesTheClientItsAnswer() {
    HttpResponse<String> response =
        send("PUT", "/v1/blobs/refused", BodyPublishers.ofByteArray(new byte[8 << 20]));
    assertThat(response.statusCode()).isEqualTo(409);
  }

  private static InputStream zeros(long bytes) {
    return new InputStream() {
      private long left = bytes;

      @Override
      public int read() {
        return left-- > 0 ? 0 : -1;
      }

      @Override
      public int read(byte[] buffer, int offset, int length) {
        if (left <= 0) {
          return -1;
        }
        int count = (int) Math.min(length, left);
        left -= count;
        return count;
      }
    };
  }
}
