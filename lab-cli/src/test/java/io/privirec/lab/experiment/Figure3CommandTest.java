package io.privirec.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import picocli.CommandLine;

class Figure3CommandTest {
  @TempDir private Path directory;
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void writeData() throws IOException {
    HalvesData.write(directory);
  }

  private int run(String... arguments) {
    return new CommandLine(new Figure3Command())
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  @Test
  void figure_twoRanks_hasAPointForEachMethodInTableAndDrawing() throws Exception {
    Path csv = directory.resolve("points.csv");
    Path svg = directory.resolve("figure.svg");

    assertThat(run("--data=" + directory, "--ranks=4,8", "--csv=" + csv, "--svg=" + svg))
        .as(err.toString())
        .isZero();

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
  void figure_whatCannotBeUsed_isRefusedByName() {
    assertThat(run("--data=" + directory, "--ranks=41")).isEqualTo(2);
    assertThat(err.toString()).contains("--ranks must be in [1, 40]. Provided value: 41");
    assertThat(run("--data=" + directory, "--iterations=0")).isEqualTo(2);
    assertThat(err.toString()).contains("--iterations must be in [1, 16]");
    assertThat(run("--data=" + directory.resolve("none"))).isEqualTo(2);
    assertThat(err.toString()).contains("does not exist");
  }
}
