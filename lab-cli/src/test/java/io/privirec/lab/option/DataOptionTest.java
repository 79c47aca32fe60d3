package io.privirec.lab.option;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.FileFormat;
import io.privirec.stage.deployment.ImportFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataOptionTest {
  @TempDir private Path directory;

  @Test
  void refusal_spellsOptionsAsACommandLine() {
    assertThat(FormatOptions.spelled("with the option badLines=skip"))
        .isEqualTo("with the option --bad-lines=skip");
    assertThat(FormatOptions.spelled("the option charset=NAME, such as windows-1252"))
        .isEqualTo("the option --charset=NAME, such as windows-1252");
    assertThat(FormatOptions.spelled("options such as user=1 and item=3"))
        .isEqualTo("options such as --columns=user=1 and --columns=item=3");
  }

  @Test
  void importFile_ofAnyIds_isReadBackToTheSameDataset() throws IOException {
    Path file = directory.resolve("odd.csv");
    Files.writeString(
        file,
        """
        user,item,rating
        "Smith, ""Ann"" B.",a;b,4.5
        "Smith, ""Ann"" B.",c,
        b::b, -0.1 ,1e9
        """);
    Dataset dataset = DataOption.read(file, FileFormat.GUESSED);
    ImportFile written = new ImportFile(dataset);
    IntStream.range(0, dataset.users()).forEach(written::addKnown);
    Files.write(file, written.bytes());

    assertThat(DataOption.read(file, FileFormat.GUESSED)).isEqualTo(dataset);
    ImportFile none =
        new ImportFile(DataOption.read(Files.writeString(file, "ann,a\n"), FileFormat.GUESSED));
    none.add(0, 0);
    none.addKnown(0);
    assertThat(none.bytes()).asString().isEqualTo("user,item\nann,a\nann,a\n");
  }
}
