package io.privirec.lab.roster;

import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.SignedRoster;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `lab roster show`.
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Verifies the signature of a roster and shows its lines; with --since, what is new in it.",
      "Exit status: 0 when it is signed by the key, 1 when it is not, 2 for an option or a file that"
          + " cannot be used."
    })
final class ShowCommand implements Callable<Integer> {
  /// Header and version.
  private static final int FIRST_LINES = 2;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CheckedRoster checked = new CheckedRoster();

  @Override
  public Integer call() {
    try {
      SignedRoster shown = checked.signed();
      boolean genuine = shown.isSignedBy(checked.key());
      Roster roster = shown.roster();
      PrintWriter out = spec.commandLine().getOut();
      out.printf(
          "version %d, %d participants, %d current cells, %s%n",
          roster.version(),
          roster.members().size(),
          roster.currentCells().size(),
          genuine ? "signed by this key" : "NOT signed by this key: do not use it");
      Optional<SignedRoster> earlier = checked.earlier();
      Set<String> now = lines(shown);
      Set<String> before = earlier.map(ShowCommand::lines).orElse(now);
      before.stream().filter(line -> !now.contains(line)).forEach(line -> out.println("- " + line));
      now.stream()
          .filter(line -> earlier.isEmpty() || !before.contains(line))
          .forEach(line -> out.println((earlier.isEmpty() ? "  " : "+ ") + line));
      out.flush();
      return genuine ? 0 : 1;
    } catch (UnusableException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new ParameterException(spec.commandLine(), "cannot read " + e.getMessage(), e);
    }
  }

  /// All lines between the version and the keeper's signature.
  private static Set<String> lines(SignedRoster signed) {
    Set<String> lines = new LinkedHashSet<>(signed.text().lines().skip(FIRST_LINES).toList());
    lines.removeIf(line -> line.startsWith("signature "));
    return lines;
  }
}
