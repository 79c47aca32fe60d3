package io.privirec.prose;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The highest score of each file that is not plain. As text: one line `score path` per file,
/// sorted by path.
///
/// An entry moves with its file. If a listed file is gone, a file of the same simple name that is
/// not listed and not plain inherits the entry. If several files qualify, the file with the most
/// equal names at the end of its path inherits.
record ScoreTable(SortedMap<String, Score> scores) {
  ScoreTable {
    scores = Collections.unmodifiableSortedMap(new TreeMap<>(scores));
  }

  /// @throws IllegalArgumentException if a line is not `score path`, or not in its place
  static ScoreTable parse(String text) {
    SortedMap<String, Score> scores = new TreeMap<>();
    for (String line : text.lines().toList()) {
      String[] fields = line.split(" ", 2);
      if (fields.length != 2 || !fields[0].matches("\\d{1,5}\\.\\d") || fields[1].isBlank()) {
        throw new IllegalArgumentException("expected a line \"12.3 path\", found: " + line);
      }
      if (!scores.isEmpty() && scores.lastKey().compareTo(fields[1]) >= 0) {
        throw new IllegalArgumentException("the path is not in its sorted place: " + line);
      }
      scores.put(fields[1], Score.parse(fields[0]));
    }
    return new ScoreTable(scores);
  }

  String text() {
    return scores.entrySet().stream()
        .map(entry -> entry.getValue() + " " + entry.getKey() + "\n")
        .collect(Collectors.joining());
  }

  /// Returns this table with lower, moved and fewer entries. No entry is added or raised.
  ///
  /// @param files every file of the tree, by its path
  ScoreTable tightened(SortedMap<String, Prose> files) {
    Map<String, String> moves = moves(files);
    SortedMap<String, Score> tightened = new TreeMap<>();
    scores.forEach((path, allowed) -> {
      String now = moves.getOrDefault(path, path);
      Prose prose = files.get(now);
      if (prose != null && !prose.isPlain()) {
        Score score = prose.score();
        tightened.put(now, score.compareTo(allowed) < 0 ? score : allowed);
      }
    });
    return new ScoreTable(tightened);
  }

  /// Returns a message for each file that is too hard to read, with its sentences, and for each
  /// entry that has to go.
  List<String> problems(SortedMap<String, Prose> files) {
    List<String> problems = new ArrayList<>();
    SortedMap<String, Score> allowed = tightened(files).scores();
    files.forEach((path, prose) -> {
      Optional<Score> most = Optional.ofNullable(allowed.get(path));
      if (!prose.isPlain() && most.map(score -> prose.score().compareTo(score) > 0).orElse(true)) {
        problems.add(tooHard(path, prose, most));
      }
    });
    Map<String, String> moves = moves(files);
    for (String path : scores.keySet()) {
      if (!allowed.containsKey(path)) {
        problems.add(
            moves.containsKey(path)
                ? path + " is now " + moves.get(path) + ": move its entry"
                : path + " is plain or gone: remove its entry");
      }
    }
    return problems;
  }

  private static String tooHard(String path, Prose prose, Optional<Score> most) {
    String limit =
        most.map(score -> "its entry allows " + score)
            .orElse("a file without an entry needs 10.0 or less");
    return prose.toRewrite().stream()
        .map(sentence ->
            "%n  %s:%d: %s: %s"
                .formatted(path, sentence.line(), sentence.broken(), sentence.text()))
        .collect(Collectors.joining("", path + " scores " + prose.score() + "; " + limit, ""));
  }

  /// Returns the new path of each listed file that has moved.
  private Map<String, String> moves(SortedMap<String, Prose> files) {
    record Move(String from, String to) {
      int equalNames() {
        Path before = Path.of(from);
        Path after = Path.of(to);
        int most = Math.min(before.getNameCount(), after.getNameCount());
        int equal = 1;
        while (equal < most
            && before
                .getName(before.getNameCount() - 1 - equal)
                .equals(after.getName(after.getNameCount() - 1 - equal))) {
          equal++;
        }
        return equal;
      }
    }
    Map<String, List<String>> arrived =
        files.entrySet().stream()
            .filter(file -> !scores.containsKey(file.getKey()) && !file.getValue().isPlain())
            .map(Map.Entry::getKey)
            .collect(Collectors.groupingBy(ScoreTable::simpleName));
    List<Move> possible =
        scores.keySet().stream()
            .filter(path -> !files.containsKey(path))
            .flatMap(path ->
                arrived.getOrDefault(simpleName(path), List.of()).stream()
                    .map(to -> new Move(path, to)))
            .sorted(
                Comparator.comparingInt(Move::equalNames)
                    .reversed()
                    .thenComparing(Move::from)
                    .thenComparing(Move::to))
            .toList();
    Map<String, String> moves = new TreeMap<>();
    TreeSet<String> taken = new TreeSet<>();
    for (Move move : possible) {
      if (!moves.containsKey(move.from()) && taken.add(move.to())) {
        moves.put(move.from(), move.to());
      }
    }
    return moves;
  }

  private static String simpleName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
