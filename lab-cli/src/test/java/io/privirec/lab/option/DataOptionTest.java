package io.privirec.lab.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.FileFormat;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.stage.deployment.ImportFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import picocli.CommandLine;
import picocli.CommandLine.Model;

class DataOptionTest {
  @TempDir private Path directory;

  /// The reader of filter-lib and the imports of a client-service take the same files to the same
  /// effect.
  @ParameterizedTest(name = "{0}")
  @CsvFileSource(resources = "/interaction-files/expected.csv", numLinesToSkip = 1)
  void read_ofAnOddFile_isWholeOrRefusedWithItsLine(
      String name,
      @Nullable String query,
      long lines,
      long interactions,
      long duplicates,
      double ratings,
      long line,
      @Nullable String refusal)
      throws IOException {
    Path file = directory.resolve(name);
    try (InputStream in = getClass().getResourceAsStream("/interaction-files/" + name)) {
      Files.copy(Objects.requireNonNull(in), file);
    }
    FileFormat format = format(query);
    if (refusal != null) {
      String place = line == 0 ? file + ": " : file + ":" + line + ": ";
      assertThatThrownBy(() -> DataOption.read(file, format))
          .isInstanceOf(InvalidOptionException.class)
          .hasMessage("--data: " + place + FormatOptions.spelled(refusal));
      return;
    }
    Dataset dataset = DataOption.read(file, format);
    assertThat(dataset.interactions()).isEqualTo(interactions);
    assertThat(dataset.duplicates()).isEqualTo(duplicates).isEqualTo(lines - interactions);
    assertThat(
            DoubleStream.concat(values(dataset.trainRatings()), values(dataset.testRatings()))
                .filter(rating -> !Double.isNaN(rating))
                .sum())
        .isEqualTo(ratings);
  }

  /// What the command line states: `user=1&separator=space` of the table as `--columns user=1
  /// --separator space`.
  private static FileFormat format(@Nullable String query) {
    FormatOptions options = new FormatOptions();
    List<String> columns = new ArrayList<>();
    List<String> arguments = new ArrayList<>();
    for (String option : query == null ? List.<String>of() : List.of(query.split("&", -1))) {
      int equals = option.indexOf('=');
      String name = option.substring(0, equals);
      if (List.of("user", "item", "rating", "time").contains(name)) {
        columns.add(option);
      } else {
        arguments.add(name.equals("badLines") ? "--bad-lines" : "--" + name);
        arguments.add(option.substring(equals + 1));
      }
    }
    if (!columns.isEmpty()) {
      arguments.add("--columns");
      arguments.add(String.join(",", columns));
    }
    new CommandLine(
            Model.CommandSpec.create()
                .addMixin("format", Model.CommandSpec.forAnnotatedObject(options)))
        .parseArgs(arguments.toArray(String[]::new));
    return options.format();
  }

  private static DoubleStream values(RatingMatrix ratings) {
    return IntStream.range(0, ratings.pattern().interactions()).mapToDouble(ratings::value);
  }

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
