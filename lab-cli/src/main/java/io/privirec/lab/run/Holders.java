package io.privirec.lab.run;

import io.privirec.lab.http.ProblemException;
import io.privirec.wire.ImportReport;
import io.privirec.wire.ProblemType;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/// The data holders of a run, and their users' data.
final class Holders {
  private final RunSettings settings;
  private final RunData data;
  private final Deployment services;
  private final Cohort cohort;

  Holders(RunSettings settings, RunData data, Deployment services, Cohort cohort) {
    this.settings = settings;
    this.data = data;
    this.services = services;
    this.cohort = cohort;
  }

  /// Publishes the data set's items, in its order, so that indices are the same everywhere.
  ///
  /// @throws RunFailedException when there is a catalogue already: the database is not this run's
  ///   own
  int uploadCatalogue() throws IOException, InterruptedException, RunFailedException {
    try {
      return services.coordinator().addItems(data.dataset().itemIds()).items();
    } catch (ProblemException problem) {
      if (problem.code().equals(ProblemType.ITEM_EXISTS.code())) {
        throw new RunFailedException(
            "the coordinator's database is not empty: it has a catalogue already");
      }
      throw problem;
    }
  }

  /// Deals the users out and imports their train interactions.
  ///
  /// @return interactions imported
  long importData(Screen screen) throws IOException, InterruptedException {
    List<String> ids = cohort.ids();
    List<int[]> split = UserSplit.deal(data.knownUsers(), ids.size(), settings.seed());
    long imported = 0;
    for (int p = 0; p < ids.size(); p++) {
      ImportFile file = new ImportFile(data.dataset());
      Arrays.stream(split.get(p)).forEach(file::addKnown);
      ImportReport report = services.clientOf(p).importInteractions(ids.get(p), file.bytes());
      imported += report.interactions();
      screen.progress("  " + ProgressBar.of(p + 1L, ids.size(), "imports"));
    }
    return imported;
  }
}
