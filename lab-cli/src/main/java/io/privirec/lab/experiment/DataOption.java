package io.privirec.lab.experiment;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.DatasetFormatException;
import io.privirec.filter.data.DatasetReader;
import io.privirec.lab.run.InvalidOptionException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// What `--data` names.
final class DataOption {
  private DataOption() {}

  /// Reads a data set that something can be measured on.
  static Dataset readForEvaluation(Path data) throws IOException {
    Dataset dataset = read(data);
    if (dataset.test().interactions() == 0) {
      throw new InvalidOptionException(dataset.name() + " holds no interaction out for testing");
    }
    return dataset;
  }

  private static Dataset read(Path data) throws IOException {
    try {
      return DatasetReader.read(data);
    } catch (DatasetFormatException broken) {
      throw new InvalidOptionException("--data: " + broken.getMessage());
    } catch (NoSuchFileException missing) {
      throw new InvalidOptionException("--data: " + missing.getFile() + " does not exist");
    }
  }
}
