package io.privirec.lab.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.lab.LabCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ReconstructCommandTest {
  private static final int USERS = 60;
  private static final int ITEMS = 250;
  private static final int COLUMNS = 29;

  @TempDir private Path directory;
  private LabCommand reconstruct;

  @BeforeEach
  void writeSparseData() throws IOException {
    Random random = new Random(5);
    String lines =
        IntStream.range(0, USERS)
            .mapToObj(user ->
                user
                    + " "
                    + random
                        .ints(0, ITEMS)
                        .distinct()
                        .limit(6 + user % 5)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(" "))
                    + "\n")
            .collect(Collectors.joining());
    Files.writeString(directory.resolve("train.txt"), lines);
    Files.writeString(directory.resolve("test.txt"), "");
    reconstruct = new LabCommand("attack", "reconstruct", "--data=" + directory);
  }

  @Test
  void histories_ofExactSums_areReadAndNotOfNoisyOnesNorOfCells() throws IOException {
    Path csv = directory.resolve("read.csv");
    JsonNode report =
        reconstruct.report("--users=" + USERS, "--rank=" + COLUMNS, "--epsilon=10", "--csv=" + csv);

    JsonNode rows = report.get("rows");
    assertThat(rows.size()).isEqualTo(6);
    // Histories are sparse: half as many columns as users are enough for many of them.
    assertThat(read(rows.get(0))).isBetween(USERS / 4, USERS - 1);
    assertThat(read(rows.get(1))).isEqualTo(USERS);
    assertThat(read(rows.get(2))).isZero();
    assertThat(rows.get(3).get("sums").stringValue())
        .isEqualTo("item-degrees, with and without one");
    assertThat(read(rows.get(3))).isEqualTo(USERS);
    assertThat(read(rows.get(4))).isZero();
    assertThat(rows.get(5).get("sums").stringValue()).isEqualTo("item-degrees, whole cells of 5");
    assertThat(read(rows.get(5))).isZero();
    assertThat(Files.readAllLines(csv))
        .hasSize(1 + 6)
        .contains("two sessions,item-degrees with and without one,,60,60,1.000000");
    // Nine others of each, asked in two ways.
    assertThat(report.get("answers").toString())
        .isEqualTo("{\"not-whole-cells\":540,\"roster-superseded\":540}");
  }

  private static int read(JsonNode row) {
    return row.get("exactly").intValue();
  }

  @Test
  void whatCannotBeUsed_isRefusedByName() {
    reconstruct.refuses("--users must be in [10, 60]", "--users=61");
    reconstruct.refuses("--rank must be in [1, 29]", "--rank=30", "--users=60");
    reconstruct.refuses("--participants must be a multiple of --cell-size", "--participants=11");
  }
}
