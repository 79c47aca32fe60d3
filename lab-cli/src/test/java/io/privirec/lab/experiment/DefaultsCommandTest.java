package io.privirec.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.SyntheticDataset;
import io.privirec.filter.data.SyntheticDataset.Histories;
import io.privirec.lab.LabCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DefaultsCommandTest {
  @TempDir private Path directory;

  @Test
  void defaults_shortHistories_areAsGoodAsTheirReferences() throws IOException {
    LabCommand defaults = new LabCommand("defaults");
    Path csv = directory.resolve("defaults.csv");

    JsonNode written =
        defaults.report("--generated=short", "--algorithms=privirec-k,ials", "--csv=" + csv);

    DefaultsReport report = JsonMapper.shared().treeToValue(written, DefaultsReport.class);
    assertThat(report.rows())
        .extracting(DefaultsReport.Row::algorithm)
        .containsExactly("privirec-k", "ials");
    assertThat(report.rows()).allMatch(DefaultsReport.Row::isGood);
    assertThat(Files.readAllLines(csv)).hasSize(3);
  }

  @Test
  void sample_ofUsers_hasAllThatTheyHave() {
    Dataset whole = SyntheticDataset.generate(1, Histories.SHORT);

    Dataset sample = whole.sample(100, 5);

    assertThat(sample.userIds()).hasSize(100).isSubsetOf(whole.userIds());
    assertThat(sample).isEqualTo(whole.sample(100, 5));
    assertThat(sample.sha256()).isNotEqualTo(whole.sample(100, 6).sha256());
    for (int user = 0; user < 100; user++) {
      int of = whole.userIds().indexOf(sample.userIds().get(user));
      assertThat(names(sample, user)).isEqualTo(names(whole, of));
    }
  }

  private static List<String> names(Dataset dataset, int user) {
    return Arrays.stream(dataset.train().row(user)).mapToObj(dataset.itemIds()::get).toList();
  }

  @Test
  void row_lessThanTheBar_isNotGood() {
    assertThat(row("ndcg@20", .94, 1).isGood()).isFalse();
    assertThat(row("ndcg@20", .96, 1).isGood()).isTrue();
    assertThat(row("rmse", 1.06, 1).isGood()).isFalse();
    assertThat(row("rmse", 1.04, 1).isGood()).isTrue();
    assertThat(row("rmse", .5, 1).ratio()).isEqualTo(2);
  }

  private static DefaultsReport.Row row(String metric, double value, double best) {
    return new DefaultsReport.Row("d", 1, 1, 1, 1, "als", "", metric, value, "", best);
  }
}
