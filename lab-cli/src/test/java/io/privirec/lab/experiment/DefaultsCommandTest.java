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

class DefaultsCommandTest {
  @TempDir private Path directory;

  @Test
  void defaults_shortHistories_areAsGoodAsTheirReferences() throws IOException {
    LabCommand defaults = new LabCommand("defaults");
    Path csv = directory.resolve("defaults.csv");

    JsonNode written =
        defaults.report("--generated=short", "--algorithms=privirec-k,ials", "--csv=" + csv);

    assertThat(written.get("rows").valueStream().map(row -> row.get("algorithm").asString()))
        .containsExactly("privirec-k", "ials");
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
  void ratio_ofErrors_isTheReverse() {
    assertThat(DefaultsCommand.ratio(/* errors= */ true, .5, 1)).isEqualTo(2);
    assertThat(DefaultsCommand.ratio(/* errors= */ false, .5, 1)).isEqualTo(.5);
  }

  @Test
  void isGood_lessThanTheBar_isFalse() {
    assertThat(DefaultsCommand.isGood(/* errors= */ false, .94, 1)).isFalse();
    assertThat(DefaultsCommand.isGood(/* errors= */ false, .96, 1)).isTrue();
    assertThat(DefaultsCommand.isGood(/* errors= */ true, 1.06, 1)).isFalse();
    assertThat(DefaultsCommand.isGood(/* errors= */ true, 1.04, 1)).isTrue();
  }
}
