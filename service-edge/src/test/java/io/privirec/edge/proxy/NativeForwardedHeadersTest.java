package io.privirec.edge.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.test.context.TestPropertySource;

@TestPropertySource(properties = "server.forward-headers-strategy=native")
class NativeForwardedHeadersTest extends ForwardedHeadersTest {
  @Test
  void answer_onAYoungConnection_leavesItOpen() {
    assertThat(get("/v1/open").headers().firstValue("Connection")).isEmpty();
  }
}
