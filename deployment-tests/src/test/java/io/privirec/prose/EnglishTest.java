package io.privirec.prose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/// Compares every Markdown page and Java file of the project with the table of scores.
class EnglishTest {
  private static final Path ROOT = Path.of("..");
  private static final Path TABLE = Path.of("src/test/resources/prose/scores.txt");
  private static final boolean WRITES = Boolean.getBoolean("docs.write");

  @Test
  void files_ofProject_areAsPlainAsTheTableSays() throws IOException {
    SortedMap<String, Prose> files = Tree.read(ROOT);
    ScoreTable table = ScoreTable.parse(Files.readString(TABLE));
    if (WRITES) {
      table = table.tightened(files);
      Files.writeString(TABLE, table.text());
    }

    assertThat(files).containsKeys("README.md", "CONTRIBUTING.md");
    assertThat(String.join("\n", table.problems(files)))
        .as(
            "Rewrite the sentences. If an entry moves or goes: mvn test -pl deployment-tests"
                + " -Dtest=EnglishTest -Ddocs.write=true")
        .isEmpty();
  }
}
