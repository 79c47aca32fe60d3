package io.privirec.lab.run;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.DatasetFormatException;
import io.privirec.filter.data.DatasetReader;
import io.privirec.filter.data.SyntheticDataset;
import io.privirec.filter.matrix.InteractionMatrix;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.IntStream;

/// The data set of a run, known to suit its settings.
///
/// @param k the rank to use
record RunData(Dataset dataset, int k) {
  /// Largest default rank: the published setting.
  private static final int DEFAULT_RANK = 256;

  /// On small data a rank closer to the number of users or items reproduces noise.
  private static final int USERS_OR_ITEMS_PER_RANK = 16;

  /// Reads or makes the data.
  ///
  /// @throws InvalidOptionException when it cannot be read, or does not suit the settings
  static RunData load(RunSettings settings) throws IOException {
    Path path = settings.data();
    Dataset dataset = path == null ? SyntheticDataset.generate(settings.seed()) : read(path);
    int users = knownUsers(dataset).length;
    if (users < settings.participants()) {
      throw new InvalidOptionException(
          "%d participants cannot share the %d users of %s: each needs one at least"
              .formatted(settings.participants(), users, dataset.name()));
    }
    if (dataset.test().interactions() == 0) {
      throw new InvalidOptionException(
          dataset.name() + " holds no interaction out for testing: no user has five or more");
    }
    return new RunData(dataset, rank(settings, dataset, users));
  }

  /// Users with train interactions, ascending: those whom participants hold.
  int[] knownUsers() {
    return knownUsers(dataset);
  }

  private static int[] knownUsers(Dataset dataset) {
    InteractionMatrix train = dataset.train();
    return IntStream.range(0, dataset.users()).filter(user -> train.rowLength(user) > 0).toArray();
  }

  private static Dataset read(Path path) throws IOException {
    try {
      return DatasetReader.read(path);
    } catch (DatasetFormatException broken) {
      throw new InvalidOptionException("--data: " + broken.getMessage());
    } catch (NoSuchFileException missing) {
      throw new InvalidOptionException("--data: " + missing.getFile() + " does not exist");
    }
  }

  private static int rank(RunSettings settings, Dataset dataset, int users) {
    int largest = Math.min(users, dataset.items());
    Integer wanted = settings.k();
    if (wanted == null) {
      return Math.max(1, Math.min(DEFAULT_RANK, largest / USERS_OR_ITEMS_PER_RANK));
    }
    if (wanted > largest) {
      throw new InvalidOptionException(
          "--k must be at most %d, the smaller of the %d users and %d items of %s. Provided value: %d"
              .formatted(largest, users, dataset.items(), dataset.name(), wanted));
    }
    return wanted;
  }
}
