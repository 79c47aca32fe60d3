package io.privirec.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ProblemTypeTest {
  @Test
  void code_isLowerKebabAndUnique() {
    var codes = Arrays.stream(ProblemType.values()).map(ProblemType::code).toList();

    assertThat(codes).allMatch(code -> code.matches("[a-z]+(-[a-z]+)*")).doesNotHaveDuplicates();
  }

  @Test
  void status_isAnHttpErrorStatus() {
    assertThat(ProblemType.values()).allMatch(p -> p.status() >= 400 && p.status() < 600);
  }

  @Test
  void toString_hidesTokensAndHistories() {
    var request = new EnrolmentRequest("the-token", "shop-1", "key", "sig");
    var hosted = new HostedParticipantRequest("shop-1", "the-token");
    var history =
        RecommendationRequest.of(
            java.util.List.of(new RecommendationRequest.HistoryItem("secret-item", null)), null);

    assertThat(request.toString()).doesNotContain("the-token");
    assertThat(hosted.toString()).doesNotContain("the-token");
    assertThat(history.toString()).doesNotContain("secret-item");
  }
}
