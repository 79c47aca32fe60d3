package io.privirec.lab.experiment;

import io.privirec.filter.data.Dataset;
import io.privirec.lab.option.DataOption;
import io.privirec.lab.option.JsonOption;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `lab data`.
@Command(
    name = "data",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Reads a data set as ./run and an import read it, and prints how many users, items and"
          + " interactions it has. Runs nothing.",
      "Exit status: 0, or 2 for an option or a data file that cannot be used."
    })
public final class DataCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DataOption data = new DataOption();
  @Mixin private JsonOption json = new JsonOption();

  /// The summary of a data set.
  ///
  /// @param train interactions that a session sums
  /// @param test interactions that are held out
  /// @param duplicates lines whose pair a later line repeats
  /// @param sha256 fingerprint of train and test
  record Summary(
      String name,
      int users,
      int items,
      long interactions,
      long train,
      long test,
      long duplicates,
      String sha256) {
    static Summary of(Dataset dataset) {
      return new Summary(
          dataset.name(),
          dataset.users(),
          dataset.items(),
          dataset.interactions(),
          dataset.train().interactions(),
          dataset.test().interactions(),
          dataset.duplicates(),
          dataset.sha256());
    }

    String text() {
      return """
      %s
        users         %,12d
        items         %,12d
        interactions  %,12d   %,d for training, %,d held out
        repeated      %,12d   lines whose pair a later line repeats
        fingerprint   sha256:%s\
      """
          .formatted(name, users, items, interactions, train, test, duplicates, sha256);
    }
  }

  @Override
  public Integer call() throws IOException {
    json.clear();
    Summary summary = Summary.of(data.read());
    spec.commandLine().getOut().println(summary.text());
    spec.commandLine().getOut().flush();
    json.write(summary);
    return 0;
  }
}
