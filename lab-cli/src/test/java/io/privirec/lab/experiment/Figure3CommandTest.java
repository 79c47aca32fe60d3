package io.privirec.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.lab.LabCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

class Figure3CommandTest {
  @TempDir private Path directory;
  private LabCommand figure3;

  @BeforeEach
  void writeData() throws IOException {
    figure3 = HalvesData.command(directory, "figure3");
  }

  @Test
  void figure_twoRanks_hasAPointForEachMethodInTableAndDrawing() throws Exception {
    Path csv = directory.resolve("points.csv");
    Path svg = directory.resolve("figure.svg");

    figure3.succeeds("--ranks=4,8", "--csv=" + csv, "--svg=" + svg);

    List<String> lines = Files.readAllLines(csv);
    assertThat(lines).hasSize(1 + 2 * 5);
    assertThat(lines.get(1)).startsWith("diag-t,4,2,0.");
    assertThat(lines).filteredOn(line -> line.startsWith("ritz,8,")).hasSize(1);
    // Degrees in 64 bits, two products of k columns, and k x k numbers for Ritz pairs.
    long products = 4 * 2 * 8 * HalvesData.ITEMS + 8 * (HalvesData.ITEMS + 1);
    assertThat(lines).anyMatch(line -> line.matches("spectral,8,.*," + products));
    assertThat(lines).anyMatch(line -> line.matches("spectral-krylov,8,.*," + products));
    assertThat(lines).anyMatch(line -> line.matches("ritz,8,.*," + (products + 4 * 64)));
    Document drawing =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(svg.toFile());
    assertThat(drawing.getElementsByTagName("polyline").getLength()).isEqualTo(5);
    assertThat(drawing.getElementsByTagName("circle").getLength()).isEqualTo(10);
  }

  @Test
  void figure_defaultRanksOnSmallData_areCut() throws Exception {
    Path csv = directory.resolve("cut.csv");

    figure3.succeeds("--csv=" + csv);

    assertThat(Files.readAllLines(csv))
        .filteredOn(line -> line.startsWith("diag-t,"))
        .singleElement()
        .asString()
        .startsWith("diag-t,40,2,");
  }

  @Test
  void figure_whatCannotBeUsed_isRefusedByName() {
    figure3.refuses("--ranks must be in [1, 40]. Provided value: 41", "--ranks=41");
    figure3.refuses("--iterations must be in [1, 16]", "--iterations=0");
    new LabCommand("figure3").refuses("does not exist", "--data=" + directory.resolve("none"));
  }
}
