package io.privirec.lab.privacy;

import io.privirec.privacy.Adjacency;
import io.privirec.privacy.Composition;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.GaussianPrivacy;
import io.privirec.privacy.PrivacyClaim;
import io.privirec.privacy.PrivacyRefusal;
import io.privirec.privacy.Release;
import io.privirec.privacy.RenyiBound;
import io.privirec.privacy.Unit;
import io.privirec.privacy.View;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `lab privacy account`.
@Command(
    name = "account",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Composes releases with noise, prints epsilon at delta by every accountant that applies, and the"
          + " claim in words.",
      "Exit status: 0, 1 when no claim can be made of the releases, 2 for what cannot be used."
    })
final class AccountCommand implements Callable<Integer> {
  private static final int NO_CLAIM = 1;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "1..*",
      paramLabel = "RELEASE",
      description = {
        "MECHANISM:name=value,…, one or more:",
        "  gaussian:noise_multiplier=N[,T=n]",
        "  zcdp:rho=N[,T=n]",
        "  discrete_gaussian:sigma2=N,sensitivity=N[,T=n]",
        "  distributed_discrete_gaussian:n=n,sigma_local=N,gamma=N,l2=N,dim=n"
            + "[,beta=N][,steps=n][,colluders=n][,dropouts=n]",
        "  distributed_skellam:n=n,local_stddev=N,scale=N,l2=N,dim=n"
            + "[,beta=N][,steps=n][,colluders=n][,dropouts=n]",
        "Numbers may be fractions such as 5/2. beta=none: the vectors need no rounding, because they"
            + " are multiples of gamma, or of 1/scale, already."
      })
  private List<String> releases = List.of();

  @Option(
      names = "--delta",
      required = true,
      paramLabel = "D",
      description = "The probability beside epsilon, in (0, 1).")
  private double delta;

  @Option(
      names = "--unit",
      paramLabel = "UNIT",
      description = "user, row, entry or participant. Default: ${DEFAULT-VALUE}.")
  private String unit = label(Unit.USER);

  @Option(
      names = "--adjacency",
      paramLabel = "ADJACENCY",
      description =
          "add-or-remove, or replace, which doubles the norms of distributed mechanisms. Default:"
              + " ${DEFAULT-VALUE}.")
  private String adjacency = label(Adjacency.ADD_OR_REMOVE);

  @Option(
      names = "--view",
      paramLabel = "VIEW",
      description = "coordinator, participants or outsiders. Default: ${DEFAULT-VALUE}.")
  private String view = label(View.COORDINATOR);

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try {
      Unit unitOfClaim = constant(Unit.class, "--unit", unit);
      Adjacency neighbours = constant(Adjacency.class, "--adjacency", adjacency);
      View observer = constant(View.class, "--view", view);
      List<Release> counted = new ArrayList<>();
      List<String> lines = new ArrayList<>();
      for (String text : releases) {
        ReleaseText parsed = ReleaseText.parse(text, neighbours, delta);
        counted.add(parsed.release());
        lines.addAll(parsed.lines());
      }
      Composition all = new Composition(counted);
      lines.addAll(epsilons(all, delta));
      lines.forEach(out::println);
      return claim(unitOfClaim, neighbours, observer, all, out);
    } catch (PrivacyRefusal | IllegalArgumentException refused) {
      throw new ParameterException(
          spec.commandLine(), String.valueOf(refused.getMessage()), refused);
    } finally {
      out.flush();
    }
  }

  private int claim(
      Unit unitOfClaim, Adjacency neighbours, View observer, Composition all, PrintWriter out) {
    out.println();
    try {
      new PrivacyClaim(unitOfClaim, neighbours, observer, all, Conversion.CKS, delta)
          .inWords()
          .forEach(out::println);
      return 0;
    } catch (PrivacyRefusal refused) {
      out.println("No claim: " + refused.getMessage() + ".");
      return NO_CLAIM;
    }
  }

  private static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String option, String text) {
    List<String> labels = new ArrayList<>();
    for (E constant : type.getEnumConstants()) {
      if (label(constant).equals(text)) {
        return constant;
      }
      labels.add(label(constant));
    }
    throw new IllegalArgumentException(
        "%s must be one of %s. Provided value: %s"
            .formatted(option, String.join(", ", labels), text));
  }

  /// By the names of the reference values.
  private static List<String> epsilons(Composition all, double delta) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(line("delta", delta));
    Optional<GaussianPrivacy> gaussian = all.gaussian();
    if (gaussian.isPresent()) {
      lines.add(line("mu_total", gaussian.get().mu()));
      lines.add(line("eps_exact_gdp", gaussian.get().epsilon(delta)));
    }
    all.rho().ifPresent(rho -> lines.add(line("rho_zcdp", rho)));
    for (Conversion conversion : Conversion.values()) {
      String name = conversion.name().toLowerCase(Locale.ROOT);
      if (all.rho().isPresent()) {
        RenyiBound best = all.epsilon(delta, conversion);
        lines.add(line("eps_rdp_" + name + "_continuous", best.epsilon()));
        lines.add(line("alpha_" + name, best.order()));
      }
      RenyiBound onIntegers = conversion.ofOrders(ReferenceOrders.integers(), all::renyi, delta);
      lines.add(line("eps_" + name + " (orders 2..128, 256)", onIntegers.epsilon()));
    }
    if (all.rho().isEmpty()) {
      lines.add(line("eps_cks (all whole orders)", all.epsilon(delta, Conversion.CKS).epsilon()));
    }
    return lines;
  }

  static String line(String name, Object value) {
    return "%-44s %s".formatted(name, value);
  }
}
