package io.privirec.prose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProseTest {
  private static final String PLAIN = "The coordinator deletes expired drafts.";

  @Test
  void sentence_of29Words_isLong() {
    String words = String.join(" ", Collections.nCopies(28, "word"));

    assertThat(only(words + ".").isLong()).isFalse();
    assertThat(only(words + " word.").isLong()).isTrue();
    assertThat(only(words + " word.").broken()).isEqualTo("long");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "What comes later is dropped.",
        "Where the disk is full it stops.",
        "Of these the oldest is removed.",
        "That of the client is newer.",
        "For one that waits it is enough.",
        "Nothing is sent before the approval."
      })
  void sentence_withClauseAtItsBeginning_isFused(String text) {
    assertThat(only(text).isFused()).isTrue();
    assertThat(only(text).broken()).contains("fused");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "The service drops the old one.",
        "The log tells somebody about it.",
        "The test shows what is wrong here.",
        "The file has the name of the old page, and those of others.",
        "It ends as the other services do."
      })
  void sentence_withPronounForNoun_isCounted(String text) {
    assertThat(only(text).pronouns()).isEqualTo(1);
    assertThat(only(text).broken()).isEqualTo("pronoun");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        PLAIN,
        "The sum takes one round per column.",
        "It needs one or more participants here.",
        "The name `somebody` is [a link](whoever.md) here."
      })
  void sentence_withActor_hasNoHit(String text) {
    assertThat(only(text).hits()).isZero();
    assertThat(only(text).broken()).isEmpty();
  }

  @Test
  void page_withCodeTablesAndHeadings_hasItsParagraphsOnly() {
    Prose page =
        Prose.ofMarkdown(
            """
            # What nobody reads in a heading

            The first sentence spans
            two lines of the page. The second is e.g. here.

            | what is | in a table of ours |

            ```
            whoever reads code of this block
            ```
            - An item has one sentence. Too short.
            > A quotation has one sentence.
            """);

    assertThat(page.sentences())
        .extracting(Sentence::line, Sentence::text)
        .containsExactly(
            tuple(3, "The first sentence spans two lines of the page."),
            tuple(4, "The second is e.g here."),
            tuple(11, "An item has one sentence."),
            tuple(12, "A quotation has one sentence."));
  }

  /// The text has `$` for a slash, so that its comments are no comments of this file.
  @Test
  void javaFile_withCommentsOfBothForms_hasTheirSentencesOnly() {
    Prose file =
        Prose.ofJava(
            """
            package a;

            $$$ Returns the {@code sum of all} columns. What comes
            $$$ later is dropped.
            $$$
            $$$ @param a the number of whatever comes
            // What nobody counts is this comment.
            class A {
              $**
               * Deletes the one that is old.
               */
              void b() {}
            }
            """
                .replace("$", "/"));

    assertThat(file.sentences())
        .extracting(Sentence::line, Sentence::text)
        .containsExactly(
            tuple(3, "Returns the X columns."),
            tuple(3, "What comes later is dropped."),
            tuple(6, "the number of whatever comes"),
            tuple(10, "Deletes the one that is old."));
    assertThat(file.hits()).isEqualTo(4);
    assertThat(file.score()).isEqualTo(Score.parse("100.0"));
    assertThat(file.toRewrite()).extracting(Sentence::line).containsExactly(3, 6, 10);
  }

  @Test
  void text_withOneHit_isPlain() {
    assertThat(Prose.ofMarkdown("The service drops the old one.").isPlain()).isTrue();
    assertThat(Prose.ofMarkdown("").isPlain()).isTrue();
  }

  @Test
  void text_withTwoHits_isPlainFrom20SentencesOn() {
    String hits = "The service drops the old one. The log tells somebody about it. ";

    assertThat(Prose.ofMarkdown(hits + (PLAIN + " ").repeat(17)).isPlain()).isFalse();
    assertThat(Prose.ofMarkdown(hits + (PLAIN + " ").repeat(18)).isPlain()).isTrue();
  }

  @Test
  void score_ofHits_isRoundedToTenths() {
    assertThat(Score.of(1, 3)).hasToString("33.3");
    assertThat(Score.of(2, 3)).hasToString("66.7");
    assertThat(Score.of(1, 16)).hasToString("6.3");
    assertThat(Score.of(1, 16)).isEqualTo(Score.parse("6.3"));
    assertThat(Score.ZERO).hasToString("0.0");
  }

  private static Sentence only(String text) {
    List<Sentence> sentences = Prose.ofMarkdown(text).sentences();
    assertThat(sentences).hasSize(1);
    return sentences.getFirst();
  }
}
