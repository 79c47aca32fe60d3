package io.privirec.prose;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The sentences of a Markdown page, or of the `///` and `/** */` comments of a Java file.
///
/// Code blocks, headings, tables and link targets have no sentences.
record Prose(List<Sentence> sentences) {
  private static final Pattern CODE_BLOCK = Pattern.compile("(?s)```.*?```");
  private static final Pattern TAG = Pattern.compile("<[^>]+>");
  private static final Pattern LIST_ITEM = Pattern.compile("(?Ud)([-*+]|\\d+\\.)\\s+");
  private static final Pattern QUOTE = Pattern.compile("^[> ]+");
  private static final List<String> NO_TEXT = List.of("#", "|", "<!--", ":::", "===", "```");

  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*\\*(.*?)\\*/");
  private static final Pattern ASTERISK = Pattern.compile("(?Udm)^\\s*\\* ?");
  private static final Pattern INLINE_TAG = Pattern.compile("(?U)\\{@\\w+\\s+([^}]*)\\}");
  private static final Pattern BLOCK_TAG =
      Pattern.compile("(?Udm)^\\s*@(param\\s+\\S+|return|throws\\s+\\S+|see|since)\\s*");

  Prose {
    sentences = List.copyOf(sentences);
  }

  static Prose ofMarkdown(String content) {
    return of(SourceText.ofFile(content));
  }

  /// Reads the documentation comments of a Java file. Tags such as `@param` begin a paragraph.
  static Prose ofJava(String content) {
    SourceText file = SourceText.ofFile(content);
    List<SourceText> comments = new ArrayList<>();
    List<SourceText> lines = new ArrayList<>();
    for (SourceText line : file.splitLines()) {
      SourceText stripped = line.strip();
      if (stripped.toString().startsWith("///")) {
        lines.add(stripped.from(3).strip());
      } else if (!lines.isEmpty()) {
        comments.add(SourceText.join("\n", lines));
        lines.clear();
      }
    }
    Matcher comment = COMMENT.matcher(file.toString());
    while (comment.find()) {
      comments.add(file.between(comment.start(1), comment.end(1)).replace(ASTERISK, ""));
    }
    return of(
        SourceText.join("\n\n", comments).replace(INLINE_TAG, "`$1`").replace(BLOCK_TAG, "\n- "));
  }

  private static Prose of(SourceText markdown) {
    List<Sentence> sentences = new ArrayList<>();
    List<SourceText> paragraph = new ArrayList<>();
    for (SourceText line : markdown.replace(CODE_BLOCK, " ").replace(TAG, " ").splitLines()) {
      SourceText stripped = line.strip();
      if (stripped.isEmpty() || NO_TEXT.stream().anyMatch(stripped.toString()::startsWith)) {
        end(paragraph, sentences);
        continue;
      }
      Matcher item = LIST_ITEM.matcher(stripped.toString());
      if (item.lookingAt()) {
        end(paragraph, sentences);
        stripped = stripped.from(item.end());
      }
      paragraph.add(stripped.replace(QUOTE, ""));
    }
    end(paragraph, sentences);
    return new Prose(sentences);
  }

  private static void end(List<SourceText> paragraph, List<Sentence> sentences) {
    if (!paragraph.isEmpty()) {
      sentences.addAll(Sentence.ofParagraph(SourceText.join(" ", paragraph)));
      paragraph.clear();
    }
  }

  int hits() {
    return sentences.stream().mapToInt(Sentence::hits).sum();
  }

  Score score() {
    return sentences.isEmpty() ? Score.ZERO : Score.of(hits(), sentences.size());
  }

  /// Whether a new file may have this text, which needs a single hit at most or a score of 10 or
  /// less.
  boolean isPlain() {
    int hits = hits();
    return hits <= 1 || 10L * hits <= sentences.size();
  }

  /// Returns the sentences with hits, in the order of the file.
  List<Sentence> toRewrite() {
    return sentences.stream()
        .filter(sentence -> sentence.hits() > 0)
        .sorted(Comparator.comparingInt(Sentence::line))
        .toList();
  }
}
