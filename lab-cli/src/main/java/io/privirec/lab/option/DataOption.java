package io.privirec.lab.option;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.DatasetFormatException;
import io.privirec.filter.data.DatasetReader;
import io.privirec.filter.data.DatasetReader.Split;
import io.privirec.filter.data.FileFormat;
import io.privirec.operator.option.InvalidOptionException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// What `--data` names.
public final class DataOption {
  @Option(
      names = "--data",
      required = true,
      paramLabel = "PATH",
      description = "Data set: a LightGCN directory, MovieLens, or a file of interactions.")
  private Path path = Path.of("");

  @Mixin private FormatOptions format = new FormatOptions();

  public Path path() {
    return path;
  }

  public Dataset read() {
    return read(path, format.format());
  }

  /// Reads a data set, split 80/20 per user where the files do not split it.
  ///
  /// @throws InvalidOptionException if it cannot be read, saying why
  public static Dataset read(Path data, FileFormat format) {
    return read(data, format, Split.USERS_80_20);
  }

  /// Reads a data set.
  ///
  /// @param split for what the files do not split
  /// @throws InvalidOptionException if it cannot be read, saying why
  public static Dataset read(Path data, FileFormat format, Split split) {
    return read(data, format, split, DatasetReader.DEFAULT_SPLIT_SEED);
  }

  private static Dataset read(Path data, FileFormat format, Split split, long seed) {
    try {
      return DatasetReader.read(data, split, seed, format, FormatOptions::print);
    } catch (DatasetFormatException broken) {
      String place = broken.line() == 0 ? broken.file() : broken.file() + ":" + broken.line();
      throw new InvalidOptionException(
          "--data: %s: %s".formatted(place, FormatOptions.spelled(broken.why())));
    } catch (NoSuchFileException missing) {
      throw new InvalidOptionException("--data: " + missing.getFile() + " does not exist");
    } catch (IOException unreadable) {
      throw new InvalidOptionException("--data: cannot read: " + unreadable.getMessage());
    }
  }

  /// Reads a data set that something can be measured on.
  public Dataset readForEvaluation() {
    return readForEvaluation(Split.USERS_80_20);
  }

  /// The same, split in that way where the files do not split it.
  public Dataset readForEvaluation(Split split) {
    return readForEvaluation(path, format.format(), split, DatasetReader.DEFAULT_SPLIT_SEED);
  }

  /// The same of another path, with another seed of the split.
  public static Dataset readForEvaluation(Path path, FileFormat format, Split split, long seed) {
    Dataset dataset = read(path, format, split, seed);
    requireTest(dataset);
    return dataset;
  }

  /// Requires something to measure on.
  ///
  /// @throws InvalidOptionException without it, with what was read
  public static void requireTest(Dataset dataset) {
    if (dataset.test().interactions() == 0) {
      throw new InvalidOptionException(
          "%s holds no interaction out for testing: %d interactions of %d users and %d items were read, and a user needs five for one to be held out"
              .formatted(dataset.name(), dataset.interactions(), dataset.users(), dataset.items()));
    }
  }
}
