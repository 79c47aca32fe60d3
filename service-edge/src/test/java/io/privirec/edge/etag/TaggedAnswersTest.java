package io.privirec.edge.etag;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.edge.EdgeServiceTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

class TaggedAnswersTest extends EdgeServiceTest {
  private static String tag(HttpResponse<String> answer) {
    return answer.headers().firstValue("ETag").orElse("");
  }

  @Test
  void answer_ofTheSameContent_hasTheSameTag_andAnotherContentAnother() {
    HttpResponse<String> one = get("/v1/versioned");
    HttpResponse<String> again = get("/v1/versioned");
    assertThat(one.body()).isNotEqualTo(again.body());
    assertThat(tag(one)).matches("W/\"[0-9a-f]{32}\"").isEqualTo(tag(again));
    assertThat(tag(get("/v1/versioned?k=2"))).isNotEqualTo(tag(one));
    assertThat(one.headers().firstValue("Cache-Control")).contains("no-cache, private");
  }

  @Test
  void request_thatHasTheVersion_getsNoBody() {
    String tag = tag(get("/v1/versioned"));
    for (String known : new String[] {tag, "\"other\", " + tag}) {
      HttpResponse<String> same = get("/v1/versioned", "If-None-Match", known);
      assertThat(same.statusCode()).as(known).isEqualTo(304);
      assertThat(same.body()).isEmpty();
      assertThat(tag(same)).isEqualTo(tag);
    }
    HttpResponse<String> head =
        send("HEAD", "/v1/versioned", BodyPublishers.noBody(), "If-None-Match", tag);
    assertThat(head.statusCode()).isEqualTo(304);
  }

  @Test
  void request_thatHasAnotherVersion_getsTheAnswer() {
    for (String other : new String[] {"\"other\"", "nonsense", "W/\""}) {
      HttpResponse<String> answer = get("/v1/versioned", "If-None-Match", other);
      assertThat(answer.statusCode()).as(other).isEqualTo(200);
      assertThat(json(answer).get("k").asInt()).isEqualTo(1);
    }
  }

  @Test
  void problem_andAnswerWithoutAVersion_haveNoTag() {
    assertThat(tag(get("/v1/versioned?k=11"))).isEmpty();
    assertThat(tag(get("/v1/open"))).isEmpty();
  }
}
