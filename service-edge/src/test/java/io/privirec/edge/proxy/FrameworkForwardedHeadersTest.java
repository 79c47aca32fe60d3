package io.privirec.edge.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.test.context.TestPropertySource;

@TestPropertySource(
    properties = {"server.forward-headers-strategy=framework", "privirec.http.connection-age=1ns"})
class FrameworkForwardedHeadersTest extends ForwardedHeadersTest {
  @Test
  void answer_onAnOldConnection_endsIt() {
    assertThat(get("/v1/open").headers().firstValue("Connection")).hasValue("close");
  }
}
