package io.privirec.lab.run;

import io.privirec.federation.AlgorithmSettings;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.lab.als.AlsFamily;
import io.privirec.lab.ddppm.DdppmFamily;
import io.privirec.lab.dpals.DpalsFamily;
import io.privirec.lab.family.Family;
import io.privirec.lab.fedpower.FedPowerFamily;
import io.privirec.lab.option.Suggestions;
import io.privirec.lab.privirec.PriviRecFamily;
import io.privirec.operator.option.InvalidOptionException;
import java.util.ArrayList;
import java.util.List;
import java.util.ListResourceBundle;
import java.util.ResourceBundle;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Every family of algorithms, with its options: the one place of the lab that names them all.
public final class Families {
  @Mixin private PriviRecFamily privirec = new PriviRecFamily();

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Of the start basis and of who holds whom. Default: 1.")
  private long seed = 1;

  @Mixin private AlsFamily als = new AlsFamily();

  /// The families, in the order of their options.
  public List<Family> all() {
    return List.of(privirec, als, new DpalsFamily(), new FedPowerFamily(), new DdppmFamily());
  }

  public long seed() {
    return seed;
  }

  /// The family of a model.
  ///
  /// @throws InvalidOptionException when none has it
  public Family of(String model) {
    return having("--model", model, Family::models);
  }

  /// The family of an algorithm.
  ///
  /// @throws InvalidOptionException when none has it
  static Family running(String algorithm) {
    return new Families().having("--algorithm", algorithm, Family::algorithms);
  }

  /// The model that a session publishes, without secure sums and without noise.
  public static ItemFilter central(AlgorithmSettings algorithm, Dataset dataset) {
    return running(algorithm.algorithm().id()).central(algorithm, dataset);
  }

  /// Refuses data that an algorithm says nothing about.
  ///
  /// @param option that names it
  public static void requireData(String option, String algorithm, Dataset dataset) {
    running(algorithm).requireData(option, algorithm, dataset);
  }

  private Family having(String option, String name, Function<Family, List<String>> names) {
    for (Family family : all()) {
      if (names.apply(family).contains(name)) {
        return family;
      }
    }
    throw new InvalidOptionException(
        "%s must be one of %s. Provided value: %s%s"
            .formatted(
                option,
                joined(names, ", "),
                name,
                Suggestions.question(
                    name,
                    all().stream().flatMap(family -> names.apply(family).stream()).toList())));
  }

  private String joined(Function<Family, List<String>> words, String between) {
    return all().stream()
        .flatMap(family -> words.apply(family).stream())
        .collect(Collectors.joining(between));
  }

  /// What families add to the help of `lab run`.
  static ResourceBundle runHelp() {
    return new ListResourceBundle() {
      @Override
      protected Object[][] getContents() {
        return new Object[][] {
          {"family.algorithms", word(0, "; ")},
          {"family.rank", word(1, "; ")},
          {"family.iterations", word(2, ", or ")},
          {"family.count", word(3, "; ")}
        };
      }

      private static String word(int n, String between) {
        return new Families().joined(family -> List.of(family.runHelp().get(n)), between);
      }
    };
  }

  /// Names of all models, for the help.
  public static final class ModelNames extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    public ModelNames() {
      new Families().all().forEach(family -> addAll(family.models()));
    }
  }
}
