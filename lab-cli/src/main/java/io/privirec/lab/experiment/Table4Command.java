package io.privirec.lab.experiment;

import io.privirec.privacy.Composition;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.Release;
import io.privirec.privacy.ZeroConcentrated;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `lab dpals account`.
@Command(
    name = "account",
    mixinStandardHelpOptions = true,
    description = {
      "Epsilon of the settings of Chien et al. 2021, Table 4, from their noise: by the conversion that"
          + " the paper uses (Mironov) beside the one that claims here use (Canonne, Kamath, Steinke)."
          + " The paper's Theorem 1 counts one of a step's two sums with noise; Table 4 counts both,"
          + " and so does this.",
      "The printed noise of ml-10m-top400 at 8 and 16 is larger than its epsilon needs."
    })
final class Table4Command implements Callable<Integer> {
  private static final String TOP_400 = "ml-10m-top400";
  private static final String ML_10M = "ml-10m";
  private static final String ML_20M = "ml-20m";
  private static final double DELTA = 1e-5;
  private static final double DELTA_ML_20M = 1 / 136_677.;

  @Spec private CommandSpec spec = CommandSpec.create();

  /// One column of the table.
  ///
  /// @param printed epsilon
  /// @param k items of a user
  /// @param steps T
  /// @param squares σ_G
  /// @param right σ_g
  /// @param counts σ_p, of k counts and, where users are centred, one mean
  record Column(
      String dataset,
      double printed,
      int k,
      int steps,
      double squares,
      double right,
      double counts) {
    double rho() {
      double centring = dataset.equals(ML_20M) ? 0 : 1;
      return k * steps / (2 * squares * squares)
          + k * steps / (2 * right * right)
          + (k + centring) / (counts * counts);
    }

    double delta() {
      return dataset.equals(ML_20M) ? DELTA_ML_20M : DELTA;
    }

    double epsilon(Conversion conversion) {
      return new Composition(List.of(new Release(new ZeroConcentrated(rho()), 1)))
          .epsilon(delta(), conversion)
          .epsilon();
    }

    String line() {
      double paper = epsilon(Conversion.MIRONOV);
      return "%-14s %7.1f %10.4f %10.4f %11.2f %%"
          .formatted(
              dataset,
              printed,
              paper,
              epsilon(Conversion.CKS),
              100 * Math.abs(paper / printed - 1));
    }
  }

  static final List<Column> COLUMNS =
      List.of(
          new Column(TOP_400, .8, 40, 2, 126.9, 63.4, 200),
          new Column(TOP_400, 4, 50, 2, 29.0, 14.5, 200),
          new Column(TOP_400, 8, 50, 2, 11.3, 11.3, 20),
          new Column(TOP_400, 16, 50, 2, 5.86, 5.86, 20),
          new Column(ML_10M, 1, 50, 2, 125.9, 63.0, 100),
          new Column(ML_10M, 5, 50, 2, 27.8, 13.9, 20),
          new Column(ML_10M, 10, 50, 2, 15.5, 7.7, 10),
          new Column(ML_10M, 20, 50, 2, 7.5, 3.8, 10),
          new Column(ML_20M, 1, 60, 1, 64, 64, 100),
          new Column(ML_20M, 5, 60, 3, 20.2, 20.2, 100),
          new Column(ML_20M, 10, 100, 3, 14, 14, 100),
          new Column(ML_20M, 20, 60, 1, 3.5, 3.5, 100));

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        "%-14s %7s %10s %10s %13s".formatted("data set", "printed", "paper", "tight", "apart"));
    COLUMNS.forEach(column -> out.println(column.line()));
    out.flush();
    return 0;
  }
}
