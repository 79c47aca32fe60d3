package io.privirec.edge.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.edge.EdgeServiceTest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.core.JsonParser;

class ParserBuffersTest extends EdgeServiceTest {
  private static final int AT_ONCE = 200;
  private static final int KEPT = 8;

  @Autowired private StrictJson json;

  /// As many as bodies that are sent slowly; when they are gone, so are their buffers.
  @Test
  void buffersOfManyParsersAtOnce_areNotKept() {
    List<JsonParser> parsers = new ArrayList<>();
    for (int n = 0; n < AT_ONCE; n++) {
      JsonParser parser = json.mapper().createParser("{\"a\": \"" + "b".repeat(70_000) + "\"}");
      parser.nextToken();
      parser.nextToken();
      parser.nextToken();
      assertThat(parser.getString()).hasSize(70_000);
      parsers.add(parser);
    }
    parsers.forEach(JsonParser::close);

    assertThat(json.mapper().tokenStreamFactory()._getRecyclerPool().pooledCount())
        .isBetween(1, KEPT);
  }
}
