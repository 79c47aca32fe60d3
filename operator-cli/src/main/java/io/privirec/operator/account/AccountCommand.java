package io.privirec.operator.account;

import io.privirec.privacy.Adjacency;
import io.privirec.privacy.Composition;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.DiscreteGaussian;
import io.privirec.privacy.Distributed;
import io.privirec.privacy.DistributedDiscreteGaussian;
import io.privirec.privacy.DistributedSkellam;
import io.privirec.privacy.Gaussian;
import io.privirec.privacy.GaussianPrivacy;
import io.privirec.privacy.IntegerNoise;
import io.privirec.privacy.IntegerSensitivity;
import io.privirec.privacy.Mechanism;
import io.privirec.privacy.NoiseShares;
import io.privirec.privacy.PrivacyClaim;
import io.privirec.privacy.PrivacyRefusal;
import io.privirec.privacy.Release;
import io.privirec.privacy.RenyiBound;
import io.privirec.privacy.Unit;
import io.privirec.privacy.View;
import io.privirec.privacy.ZeroConcentrated;
import io.privirec.privacy.text.Label;
import io.privirec.privacy.text.ReleaseText;
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

/// `privirec privacy account`.
@Command(
    name = "account",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Composes releases with noise, prints epsilon at delta by every accountant that applies, and the"
          + " claim in words.",
      "Exit status: 0, 1 when no claim can be made of the releases, 2 for what cannot be used."
    })
public final class AccountCommand implements Callable<Integer> {
  private static final int NO_CLAIM = 1;

  /// From here on, summing every probability takes long and tells nothing new.
  private static final long LARGE_VARIANCE = 1L << 26;

  private static final double LARGE_RHO = 500;

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
        "  either of these in units of the integers, as ledgers write them:"
            + " n=n,variance=N,l2=N,l1=N,dim=n[,steps=n][,colluders=n][,dropouts=n]",
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
  private String unit = Label.of(Unit.USER);

  @Option(
      names = "--adjacency",
      paramLabel = "ADJACENCY",
      description =
          "add-or-remove, or replace, which doubles the norms of distributed mechanisms. Default:"
              + " ${DEFAULT-VALUE}.")
  private String adjacency = Label.of(Adjacency.ADD_OR_REMOVE);

  @Option(
      names = "--view",
      paramLabel = "VIEW",
      description = "coordinator, participants or outsiders. Default: ${DEFAULT-VALUE}.")
  private String view = Label.of(View.COORDINATOR);

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try {
      Unit unitOfClaim = Label.parse(Unit.class, "--unit", unit);
      Adjacency neighbours = Label.parse(Adjacency.class, "--adjacency", adjacency);
      View observer = Label.parse(View.class, "--view", view);
      List<Release> counted = new ArrayList<>();
      List<String> lines = new ArrayList<>();
      for (String text : releases) {
        Release release = ReleaseText.parse(text, neighbours);
        counted.add(release);
        lines.add(text);
        lines.addAll(parameters(release.mechanism(), delta));
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

  /// What the parameters of a release amount to, by the names of the reference values.
  private static List<String> parameters(Mechanism mechanism, double delta) {
    return switch (mechanism) {
      case Gaussian _, ZeroConcentrated _ -> List.of();
      case DiscreteGaussian central -> exactEpsilon(central, delta);
      case DistributedDiscreteGaussian distributed ->
          integers(distributed, distributed.sensitivity());
      case DistributedSkellam distributed -> integers(distributed, distributed.sensitivity());
    };
  }

  private static List<String> exactEpsilon(DiscreteGaussian central, double delta) {
    int shift = (int) central.sensitivity();
    boolean isSmall = !central.variance().isAtLeast(LARGE_VARIANCE) && central.rho() < LARGE_RHO;
    if (!isSmall || shift != central.sensitivity()) {
      return List.of();
    }
    double exact =
        IntegerNoise.discreteGaussian(central.variance()).epsilon(delta, shift, central.rho());
    return List.of(line("  eps_exact of one number", exact));
  }

  private static List<String> integers(Distributed mechanism, IntegerSensitivity sensitivity) {
    NoiseShares shares = mechanism.shares();
    return List.of(
        line("  l2_int", sensitivity.l2()),
        line("  l1_int", sensitivity.l1()),
        line("  sigma2_local_int", mechanism.localVariance()),
        line("  honest shares", shares.honest()),
        line("  noise of a whole sum, over the needed", shares.inflation()));
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

  private static String line(String name, Object value) {
    return "%-44s %s".formatted(name, value);
  }
}
