package io.privirec.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.federation.factors.PriviRecK;
import io.privirec.lab.LabCommand;
import io.privirec.lab.option.ReportFiles;
import io.privirec.lab.study.Study;
import io.privirec.lab.study.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Table1CommandTest {
  @TempDir private Path directory;
  private LabCommand table1;

  @BeforeEach
  void writeData() throws IOException {
    table1 = HalvesData.command(directory, "table1");
  }

  @Test
  void table_plannedOnly_countsWhatTheFormulasCount() throws IOException {
    Path csv = directory.resolve("table.csv");

    table1.succeeds("--k=6", "--planned-only", "--csv=" + csv);

    List<String> lines = Files.readAllLines(csv);
    long m = HalvesData.ITEMS;
    long products = 2 * 6 * m;
    long gram = m * (m + 1) / 2;
    // The number of users is summed beside the degrees, and both in 64 bits.
    long degrees = 8 * (m + 1);
    assertThat(lines.get(1))
        .isEqualTo(
            "privirec,%d,%d,%d,"
                .formatted(
                    m + gram + products,
                    4 * (m + gram + products),
                    degrees + 4 * (gram + products)));
    assertThat(lines.get(2))
        .isEqualTo(
            "privirec-k,%d,%d,%d,"
                .formatted(m + products, 4 * (m + products), degrees + 4 * products));
  }

  @Test
  void row_measured_isComparedWithTheFormula() throws IOException {
    Table table = Table1Command.table();
    List<String> lines = new ArrayList<>();
    Study study = new Study(table, new ReportFiles(), lines::add);

    Table1Command.add(study, new PriviRecK(40, 6, 2, .3, 1, 6, 8), "m + L k m", 100, 440L);

    assertThat(table.rows().getFirst().number("measuredOfFormula")).isEqualTo(1.1);
    assertThat(lines).singleElement().asString().contains(" 440 ").endsWith("  1.1000");
    assertThat(table.csv()).endsWith(",440\n");
  }

  @Test
  void table_whatCannotBeUsed_isRefusedByName() {
    table1.refuses("--k must be in [1, 40]. Provided value: 41", "--k=41");
    table1.refuses("--iterations must be in [1, 16]", "--k=4", "--iterations=17");
  }
}
