package io.privirec.stage.deployment;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.privirec.filter.data.Dataset;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/// Interactions of a data set as a file to be imported: `user,item`, and `rating` where the data
/// set has ratings, below a header.
public final class ImportFile {
  private final Dataset dataset;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(bytes);

  public ImportFile(Dataset dataset) {
    this.dataset = dataset;
    if (dataset.trainRatings().hasValues()) {
      csv.writeRecord("user", "item", "rating");
    } else {
      csv.writeRecord("user", "item");
    }
  }

  /// Adds the train interactions of a user.
  public void addKnown(int user) {
    for (int p = dataset.train().rowStart(user); p < dataset.train().rowEnd(user); p++) {
      int item = dataset.train().column(p);
      float rating = dataset.trainRatings().value(p);
      if (Float.isNaN(rating)) {
        add(user, item);
      } else {
        csv.writeRecord(
            dataset.userIds().get(user), dataset.itemIds().get(item), Float.toString(rating));
      }
    }
  }

  /// Adds an interaction without a rating.
  public void add(int user, int item) {
    csv.writeRecord(dataset.userIds().get(user), dataset.itemIds().get(item));
  }

  public byte[] bytes() {
    try {
      csv.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("memory is always writable", e);
    }
    return bytes.toByteArray();
  }
}
