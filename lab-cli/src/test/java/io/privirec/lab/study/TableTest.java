package io.privirec.lab.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class TableTest {
  private final Table table =
      new Table(
          Column.of("method", "%-6s"),
          Column.of("claimed", " %7s").named("epsilon", "claimed").absent("exact"),
          Column.of("noise", " %5s", "%.1f", "%s"),
          Column.of("ndcg", " %7s", "%.3f", "%.5f"),
          Column.json("values"),
          Column.csv("bytes", "%d"));

  @Test
  void line_values_areBelowTheirHeadings() {
    assertThat(table.header()).isEqualTo("method claimed noise    ndcg");
    assertThat(table.line(table.add("als", 2.0, 1.25, .5, 1, 2)))
        .isEqualTo("als        2.0   1.3   0.500");
    assertThat(table.line(table.add("als", null, null, .5, 1, 2)))
        .isEqualTo("als      exact         0.500");
  }

  @Test
  void line_longValue_takesTheRoomOfEmptyColumns() {
    Table spare = new Table(Column.of("a", "%-3s"), Column.of("b", " %5s"), Column.of("c", " %2s"));

    assertThat(spare.line(spare.add("long one", null, 7))).isEqualTo("long one   7");
    assertThat(spare.line(spare.add("long", null, null))).isEqualTo("long");
  }

  @Test
  void csv_rows_haveNoCommasInCells() {
    table.add("als, k", null, .1, .123456, 1, 1000);

    assertThat(table.csv()).isEqualTo("method,claimed,noise,ndcg,bytes\nals k,,0.1,0.12346,1000\n");
  }

  @Test
  void json_rows_leaveOutWhatTheyDoNotHave() {
    Table some = new Table(Column.of("a", "%s"), Column.of("b", "%s").orNull());
    some.add(null, null);
    some.add("x", 2);

    assertThat(JsonMapper.shared().writeValueAsString(some.rows()))
        .isEqualTo("[{\"b\":null},{\"a\":\"x\",\"b\":2}]");
  }

  @Test
  void add_otherNumberOfValues_isRefused() {
    assertThatThrownBy(() -> table.add("als"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("6 columns");
  }
}
