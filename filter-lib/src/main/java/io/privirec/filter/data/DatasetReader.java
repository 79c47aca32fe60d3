package io.privirec.filter.data;

import io.privirec.filter.matrix.InteractionMatrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads public data sets, gzipped (name ending in `.gz`) or not.
///
/// - `train.txt` and `test.txt` in a directory: LightGCN, `user item item …` by line
/// - `train.csv` and `test.csv` in a directory: `user,item[,rating[,timestamp]]`
/// - one file `….data` (tabs), `….dat` (`::`) or `….csv`, or a directory with `u.data`,
///   `ratings.dat`, `ratings.csv` or `interactions.csv`: every rating is an interaction, split
///   80/20 per user by a seed
///
/// Indices: LightGCN's own integers; otherwise the sorted order of the identifiers (numeric if all
/// are numbers). Files are read as streams; memory is that of the pairs and identifiers. What is
/// not understood is refused with file and line: [DatasetFormatException].
public final class DatasetReader {
  /// The split seed of [#read(Path)].
  public static final long DEFAULT_SPLIT_SEED = 20250;

  private static final List<String> SINGLE_FILES =
      List.of("u.data", "ratings.dat", "ratings.csv", "interactions.csv");

  private DatasetReader() {}

  /// Reads a data set, split by the default seed where the files do not split it.
  public static Dataset read(Path path) throws IOException {
    return read(path, DEFAULT_SPLIT_SEED);
  }

  /// Reads a data set.
  ///
  /// @param path a directory or a file, see above
  /// @param splitSeed for what the files do not split
  /// @throws DatasetFormatException when a line is broken or there is nothing in it
  public static Dataset read(Path path, long splitSeed) throws IOException {
    String name = baseName(path);
    if (!Files.isDirectory(path)) {
      if (!Files.exists(path)) {
        throw new NoSuchFileException(path.toString());
      }
      return readSingle(stem(name), path, splitSeed);
    }
    Path trainText = find(path, "train.txt");
    Path testText = find(path, "test.txt");
    if (trainText != null && testText != null) {
      return LightGcnFormat.read(name, trainText, testText);
    }
    Path trainCsv = find(path, "train.csv");
    Path testCsv = find(path, "test.csv");
    if (trainCsv != null && testCsv != null) {
      return readSplit(name, trainCsv, testCsv);
    }
    for (String single : SINGLE_FILES) {
      Path file = find(path, single);
      if (file != null) {
        return readSingle(name, file, splitSeed);
      }
    }
    throw new DatasetFormatException(
        path,
        0,
        "directory has neither train.txt and test.txt, nor train.csv and test.csv, nor one of "
            + SINGLE_FILES);
  }

  private static Dataset readSingle(String name, Path file, long splitSeed) throws IOException {
    PairFormat format = PairFormat.ofName(baseName(file));
    if (format == null) {
      throw new DatasetFormatException(file, 0, "name must end in .data, .dat, .tsv or .csv");
    }
    Interactions pairs = new Interactions(file);
    format.read(file, pairs);
    IdOrder users = IdOrder.of(pairs.users());
    IdOrder items = IdOrder.of(pairs.items());
    InteractionMatrix all =
        pairs.matrix(users.indexOfNumber(), items.indexOfNumber(), nothing(users, items));
    HoldOutSplit split = HoldOutSplit.of(all, splitSeed, HoldOutSplit.FIFTH);
    return Dataset.of(name, users.ids(), items.ids(), split.train(), split.test());
  }

  private static Dataset readSplit(String name, Path trainFile, Path testFile) throws IOException {
    Interactions train = new Interactions(trainFile);
    PairFormat.COMMAS.read(trainFile, train);
    Interactions test = train.sibling(testFile);
    PairFormat.COMMAS.read(testFile, test);
    IdOrder users = IdOrder.of(train.users());
    IdOrder items = IdOrder.of(train.items());
    InteractionMatrix known =
        train.matrix(users.indexOfNumber(), items.indexOfNumber(), nothing(users, items));
    return Dataset.of(
        name,
        users.ids(),
        items.ids(),
        known,
        test.matrix(users.indexOfNumber(), items.indexOfNumber(), known));
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
    return name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
  }

  private static String stem(String name) {
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }
}
