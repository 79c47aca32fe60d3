package io.privirec.prose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScoreTableTest {
  private static final String LONG =
      "The word is here and the word is here again and the word is here again and the word is here"
          + " again and the word is here again and the word is here again.";
  private static final String FUSED = "What comes later is dropped.";
  private static final String PRONOUN = "The log tells somebody about it.";
  private static final String PLAIN = "The coordinator deletes expired drafts.";

  private final SortedMap<String, Prose> files = new TreeMap<>();

  @ParameterizedTest
  @ValueSource(strings = {LONG, FUSED, PRONOUN})
  void newFile_thatBreaksARuleTwice_isNamedWithItsSentences(String sentence) {
    file("docs/a.md", PLAIN, sentence, sentence);

    assertThat(ScoreTable.parse("").problems(files))
        .singleElement()
        .asString()
        .startsWith("docs/a.md scores ")
        .contains("needs 10.0 or less", "docs/a.md:3: ", "docs/a.md:5: ", sentence)
        .doesNotContain("docs/a.md:1:");
  }

  @Test
  void newFile_withOneHit_isAccepted() {
    file("docs/a.md", PRONOUN);

    assertThat(ScoreTable.parse("").problems(files)).isEmpty();
  }

  @Test
  void listedFile_aboveItsEntry_isNamed() {
    file("docs/a.md", PRONOUN, FUSED, PLAIN);

    assertThat(ScoreTable.parse("100.0 docs/a.md\n").problems(files)).isEmpty();
    assertThat(ScoreTable.parse("99.9 docs/a.md\n").problems(files))
        .singleElement()
        .asString()
        .contains("docs/a.md scores 100.0; its entry allows 99.9", "docs/a.md:3: fused");
  }

  @Test
  void listedFile_thatIsPlainOrGone_leavesTheTable() {
    file("docs/a.md", PLAIN);
    ScoreTable table = ScoreTable.parse("50.0 docs/a.md\n40.0 docs/b.md\n");

    assertThat(table.problems(files))
        .containsExactly(
            "docs/a.md is plain or gone: remove its entry",
            "docs/b.md is plain or gone: remove its entry");
    assertThat(table.tightened(files).text()).isEmpty();
  }

  @Test
  void tightened_lowersEntries_andNeitherRaisesNorAddsAny() {
    file("docs/a.md", PRONOUN, FUSED, PLAIN);
    file("docs/b.md", PRONOUN, FUSED, PLAIN);
    file("docs/c.md", PRONOUN, FUSED, PLAIN);

    assertThat(ScoreTable.parse("150.0 docs/a.md\n50.0 docs/b.md\n").tightened(files).text())
        .isEqualTo("100.0 docs/a.md\n50.0 docs/b.md\n");
  }

  @Test
  void movedFile_carriesItsEntry() {
    file("b/main/p/A.md", PRONOUN, FUSED, PLAIN);
    ScoreTable table = ScoreTable.parse("150.0 a/main/p/A.md\n");

    assertThat(table.problems(files))
        .containsExactly("a/main/p/A.md is now b/main/p/A.md: move its entry");
    assertThat(table.tightened(files).text()).isEqualTo("100.0 b/main/p/A.md\n");
  }

  @Test
  void movedFile_aboveItsEntry_isNamed() {
    file("b/A.md", PRONOUN, FUSED, PLAIN);
    ScoreTable table = ScoreTable.parse("50.0 a/A.md\n");

    assertThat(table.tightened(files).text()).isEqualTo("50.0 b/A.md\n");
    assertThat(table.problems(files))
        .hasSize(2)
        .anySatisfy(problem -> assertThat(problem).contains("b/A.md scores 100.0"));
  }

  @Test
  void movedFiles_ofOneName_haveTheEntryWithTheNearestPath() {
    file("x/p/A.md", PRONOUN, FUSED, PLAIN);
    file("x/q/A.md", PRONOUN, FUSED, PLAIN);
    file("y/A.md", PRONOUN, FUSED, PLAIN);
    ScoreTable table = ScoreTable.parse("170.0 a/q/A.md\n120.0 b/p/A.md\n");

    assertThat(table.tightened(files).text()).isEqualTo("100.0 x/p/A.md\n100.0 x/q/A.md\n");
    assertThat(table.problems(files))
        .hasSize(3)
        .anySatisfy(problem -> assertThat(problem).contains("y/A.md scores 100.0"));
  }

  @Test
  void copyOfListedFile_hasNoEntry() {
    file("a/A.md", PRONOUN, FUSED, PLAIN);
    file("b/A.md", PRONOUN, FUSED, PLAIN);

    assertThat(ScoreTable.parse("100.0 a/A.md\n").problems(files))
        .singleElement()
        .asString()
        .startsWith("b/A.md scores 100.0; a file without an entry");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "docs/a.md",
        "12 docs/a.md",
        "12.34 docs/a.md",
        "-1.0 docs/a.md",
        "12.0 ",
        "12.0 docs/b.md\n12.0 docs/a.md",
        "12.0 docs/a.md\n12.0 docs/a.md"
      })
  void parse_malformedOrUnsorted_isRejectedWithTheLine(String text) {
    assertThatThrownBy(() -> ScoreTable.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith(text.lines().reduce("", (first, last) -> last));
  }

  private void file(String path, String... sentences) {
    files.put(path, Prose.ofMarkdown(String.join("\n\n", sentences)));
  }
}
