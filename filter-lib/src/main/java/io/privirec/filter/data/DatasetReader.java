package io.privirec.filter.data;

import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads data sets, gzipped or not.
///
/// - `train.txt` and `test.txt` in a directory: LightGCN, `user item item …` by line
/// - `train.csv` and `test.csv` in a directory: interactions as [InteractionReader] reads them
/// - one file of interactions: split as asked, by a seed
/// - a directory with one file that ends in `.inter` or has a name of a public data set, such as
///   `ratings.csv`: read as that file
///
/// Names may end in `.gz`. If a pair is repeated, its last line counts. Indices: LightGCN's own
/// integers; otherwise the sorted order of the identifiers (numeric if all are numbers). Files are
/// read as streams. Memory grows with the interactions and identifiers. Broken files are refused
/// with file and line: [DatasetFormatException].
public final class DatasetReader {
  /// The split seed of [#read(Path)].
  public static final long DEFAULT_SPLIT_SEED = 20250;

  private static final List<String> SINGLE_FILES =
      List.of(
          "u.data",
          "ratings.dat",
          "ratings.csv",
          "interactions.csv",
          "user_artists.dat",
          "BX-Book-Ratings.csv",
          "events.csv",
          "goodreads_interactions.csv",
          "yelp_academic_dataset_review.json");

  private static final List<String> SUFFIXES =
      List.of(".csv", ".tsv", ".txt", ".data", ".dat", ".inter", ".json", ".jsonl", ".ndjson");

  private DatasetReader() {}

  /// How the interactions of one file are split.
  public enum Split {
    /// Of each user's n interactions, ⌊n/5⌋ are for testing.
    USERS_80_20,
    /// Of all ratings, 80 % are known and 10 % for testing. The others are in neither.
    RATINGS_80_10_10,
    /// The same with the others instead of those for testing: for choosing settings.
    RATINGS_VALIDATION;

    private HoldOutSplit of(RatingMatrix all, long seed) {
      return switch (this) {
        case USERS_80_20 -> HoldOutSplit.perUser(all, seed, HoldOutSplit.FIFTH);
        case RATINGS_80_10_10 -> HoldOutSplit.ofRatings(all, seed, false);
        case RATINGS_VALIDATION -> HoldOutSplit.ofRatings(all, seed, true);
      };
    }
  }

  /// Reads a data set, split 80/20 per user by the default seed where the files do not split it.
  public static Dataset read(Path path) throws IOException {
    return read(path, Split.USERS_80_20, DEFAULT_SPLIT_SEED);
  }

  /// Reads a data set whose files need no options.
  public static Dataset read(Path path, Split split, long seed) throws IOException {
    return read(path, split, seed, FileFormat.GUESSED, report -> {});
  }

  /// Reads a data set.
  ///
  /// @param path a directory or a file, see above
  /// @param split for what the files do not split
  /// @param seed of the split
  /// @param format of files of interactions
  /// @param reports receives the report of each file of interactions
  /// @throws DatasetFormatException when a line is broken or there is nothing in it
  public static Dataset read(
      Path path, Split split, long seed, FileFormat format, Consumer<ReadingReport> reports)
      throws IOException {
    String name = baseName(path);
    if (!Files.isDirectory(path)) {
      if (!Files.exists(path)) {
        throw new NoSuchFileException(path.toString());
      }
      return readSingle(stem(name), read(path, format, reports), split, seed);
    }
    Path trainText = find(path, "train.txt");
    Path testText = find(path, "test.txt");
    if (trainText != null && testText != null) {
      return LightGcnFormat.read(name, trainText, testText);
    }
    Path trainCsv = find(path, "train.csv");
    Path testCsv = find(path, "test.csv");
    if (trainCsv != null && testCsv != null) {
      return readSplit(
          name, Interactions.read(trainCsv, format, reports), testCsv, format, reports);
    }
    Path single = single(path);
    if (single != null) {
      return readSingle(name, read(single, format, reports), split, seed);
    }
    throw new DatasetFormatException(
        path,
        0,
        "directory has neither train.txt and test.txt, nor train.csv and test.csv, nor one file that"
            + " ends in .inter, nor one of "
            + SINGLE_FILES);
  }

  private static @Nullable Path single(Path directory) throws IOException {
    for (String name : SINGLE_FILES) {
      Path file = find(directory, name);
      if (file != null) {
        return file;
      }
    }
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> recBole = files.filter(file -> baseName(file).endsWith(".inter")).toList();
      return recBole.size() == 1 ? recBole.getFirst() : null;
    }
  }

  private static Interactions read(Path file, FileFormat format, Consumer<ReadingReport> reports)
      throws IOException {
    if (SUFFIXES.stream().noneMatch(baseName(file).toLowerCase(Locale.ROOT)::endsWith)) {
      throw new DatasetFormatException(
          file, 0, "name must end in one of %s, each also with .gz".formatted(SUFFIXES));
    }
    return Interactions.read(file, format, reports);
  }

  private static Dataset readSingle(String name, Interactions interactions, Split split, long seed)
      throws DatasetFormatException {
    IdOrder users = IdOrder.of(interactions.users());
    IdOrder items = IdOrder.of(interactions.items());
    RatingMatrix all = interactions.matrix(users, items, nothing(users, items));
    return Dataset.of(
        name, users.ids(), items.ids(), split.of(all, seed), interactions.duplicates(all));
  }

  private static Dataset readSplit(
      String name,
      Interactions train,
      Path testFile,
      FileFormat format,
      Consumer<ReadingReport> reports)
      throws IOException {
    Interactions test = train.readSibling(testFile, format, reports);
    IdOrder users = IdOrder.of(train.users());
    IdOrder items = IdOrder.of(train.items());
    RatingMatrix known = train.matrix(users, items, nothing(users, items));
    RatingMatrix heldOut = test.matrix(users, items, known.pattern());
    long duplicates = train.duplicates(known) + test.duplicates(heldOut);
    return Dataset.of(name, users.ids(), items.ids(), new HoldOutSplit(known, heldOut), duplicates);
  }

  private static InteractionMatrix nothing(IdOrder users, IdOrder items) {
    int rows = users.ids().size();
    return InteractionMatrix.of(rows, items.ids().size(), new int[rows + 1], new int[0]);
  }

  private static @Nullable Path find(Path directory, String name) {
    Path plain = directory.resolve(name);
    Path gzip = directory.resolve(name + ".gz");
    return Files.isRegularFile(plain) ? plain : Files.isRegularFile(gzip) ? gzip : null;
  }

  private static String baseName(Path path) {
    Path file = path.toAbsolutePath().normalize().getFileName();
    String name = file == null ? "dataset" : file.toString();
    return name.toLowerCase(Locale.ROOT).endsWith(".gz")
        ? name.substring(0, name.length() - 3)
        : name;
  }

  private static String stem(String name) {
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }
}
