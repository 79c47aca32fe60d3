package io.privirec.lab.run;

import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.Reference;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.SyntheticDataset;
import io.privirec.filter.data.SyntheticDataset.Histories;
import io.privirec.lab.evaluation.HistoryRequests;
import io.privirec.lab.option.DataFile;
import io.privirec.lab.option.DataOption;
import io.privirec.lab.session.SessionParameters;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.wire.algorithm.AlgorithmParameters;
import java.io.IOException;
import java.util.OptionalInt;

/// The data set of a run, known to suit its settings.
///
/// @param parameters of the session on it, all of them
record RunData(Dataset dataset, AlgorithmParameters parameters) {
  /// Enough for a private model at ε 3 that differs from run to run by a fortieth of its quality.
  private static final int DEMO_USERS = 2_400;

  /// Reads or makes the data.
  ///
  /// @throws InvalidOptionException when it cannot be read, or does not suit the settings
  static RunData load(RunSettings settings) throws IOException {
    Dataset dataset = read(settings);
    int users = (int) HistoryRequests.users(dataset).count();
    if (users < settings.participants()) {
      throw new InvalidOptionException(
          "%d participants cannot share the %d users of %s: each needs one at least"
              .formatted(settings.participants(), users, dataset.name()));
    }
    DataOption.requireTest(dataset);
    return new RunData(
        dataset,
        settings.session().settle(dataset, users, settings.participants(), settings.seed()));
  }

  /// Reads or makes the data, also if it does not suit the settings.
  ///
  /// @throws InvalidOptionException if it cannot be read
  static Dataset read(RunSettings settings) {
    DataFile data = settings.data();
    SessionChoice session = settings.session();
    return data == null
        ? SyntheticDataset.generate(settings.seed(), Histories.USUAL, DEMO_USERS)
        : DataOption.read(data.path(), data.format(), session.offered().split());
  }

  /// The same data for another session.
  RunData of(SessionChoice session, RunSettings settings) {
    int users = (int) HistoryRequests.users(dataset).count();
    return new RunData(
        dataset, session.settle(dataset, users, settings.participants(), settings.seed()));
  }

  /// The same session with another seed.
  RunData withSeed(long seed, RunSettings settings) {
    int users = (int) HistoryRequests.users(dataset).count();
    return new RunData(
        dataset, settings.session().settle(dataset, users, settings.participants(), seed));
  }

  /// What the session runs.
  AlgorithmSettings algorithm() {
    return SessionParameters.build(parameters, dataset);
  }

  /// Returns the entries kept per row of the folded filter; empty if the release has no folded
  /// filter.
  OptionalInt topN() {
    return reference() instanceof Reference.Filter filter ? filter.topN() : OptionalInt.empty();
  }

  /// V as the session publishes it: 0 for items that leave it after the first sum.
  long[] publishedDegrees() {
    return dataset.train().withSupport(reference().minSupport()).itemDegrees();
  }

  /// The model that the session publishes, from all data in one place.
  Reference reference() {
    return algorithm().reference(dataset.trainRatings());
  }

  /// Users with train interactions, ascending: those whom participants hold.
  int[] knownUsers() {
    return HistoryRequests.users(dataset).toArray();
  }
}
