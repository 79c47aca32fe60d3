package io.privirec.prose;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A sentence with its hits under the three rules of plain English.
///
/// @param line of the file at which the sentence begins, from 1
/// @param text without markup; `X` replaces code
/// @param isLong whether the sentence has more than [#MAX_WORDS] words
/// @param isFused whether a clause begins the sentence, instead of an actor
/// @param pronouns number of pronouns that replace a noun
record Sentence(int line, String text, boolean isLong, boolean isFused, int pronouns) {
  static final int MAX_WORDS = 28;

  /// The fewest words of a sentence. Shorter texts are labels and count nowhere.
  private static final int MIN_WORDS = 4;

  private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z'-]*");
  private static final Pattern FUSED =
      Pattern.compile(
          "(?U)^(What|Who|Whoever|Whom|Whose|Where|Whatever"
              + "|Of (these|those|the|what|a|one)|For (one|what|who)|That of"
              + "|Those (that|of|who)|One (that|of|who)|From (what|one)"
              + "|To (what|who|whom|one)|By (what|one)|In (what|which)"
              + "|Nobody|Nothing|Everybody|Everyone|Somebody|Whichever)\\b");
  private static final Pattern PRONOUN =
      Pattern.compile(
          "(?iuUd)\\b(ones?\\b(?! of the| or | more\\b|-| (participant|user|item|session|round|cell"
              + "|core|service|command|second|minute|day|hour|file|line|process|row|column|place"
              + "|step|sum|machine|page|per))"
              + "|somebody|nobody|whoever|whatever|what (is|was|comes|they|it|nobody)\\b"
              + "|who(m)? (is|was)\\b|that of\\b|those of\\b"
              + "|as .{3,25} (do|does|has|have|is|are)\\b[.,;])");

  private static final Pattern LINK = Pattern.compile("!?\\[([^\\]]*)\\]\\([^)]*\\)");
  private static final Pattern CODE = Pattern.compile("`[^`]*`");
  private static final Pattern EMPHASIS = Pattern.compile("[*_]{1,3}");
  private static final Pattern ABBREVIATION =
      Pattern.compile("(?U)\\b(e\\.g|i\\.e|etc|vs|cf|approx|Fig|No)\\.");
  private static final Pattern SENTENCE_END = Pattern.compile("(?U)(?<=[.!?])\\s+(?=[A-Z\"'(])");

  /// Returns the sentences of a paragraph of Markdown.
  static List<Sentence> ofParagraph(SourceText paragraph) {
    SourceText plain =
        paragraph
            .replace(LINK, "$1")
            .replace(CODE, "X")
            .replace(EMPHASIS, "")
            .replace(ABBREVIATION, "$1");
    List<Sentence> sentences = new ArrayList<>();
    for (SourceText sentence : plain.split(SENTENCE_END)) {
      long words = WORD.matcher(sentence.toString()).results().count();
      if (words >= MIN_WORDS) {
        sentences.add(of(sentence.strip(), words));
      }
    }
    return sentences;
  }

  private static Sentence of(SourceText sentence, long words) {
    String text = sentence.toString();
    return new Sentence(
        sentence.line(),
        text,
        words > MAX_WORDS,
        FUSED.matcher(text).lookingAt(),
        Math.toIntExact(PRONOUN.matcher(text).results().count()));
  }

  int hits() {
    return (isLong ? 1 : 0) + (isFused ? 1 : 0) + pronouns;
  }

  /// Returns the names of the rules that the sentence breaks.
  String broken() {
    List<String> rules = new ArrayList<>();
    if (isLong) {
      rules.add("long");
    }
    if (isFused) {
      rules.add("fused");
    }
    if (pronouns > 0) {
      rules.add("pronoun");
    }
    return String.join(", ", rules);
  }
}
