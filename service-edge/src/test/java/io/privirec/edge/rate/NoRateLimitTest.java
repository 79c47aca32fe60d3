package io.privirec.edge.rate;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.edge.EdgeServiceTest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.TestPropertySource;

@TestPropertySource(properties = "privirec.rate-limit.requests=0")
class NoRateLimitTest extends EdgeServiceTest {
  @Test
  void service_withoutALimit_saysNothingOfOne() {
    HttpResponse<String> answer = get("/v1/open");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().map()).doesNotContainKeys("ratelimit", "ratelimit-policy");
  }
}
