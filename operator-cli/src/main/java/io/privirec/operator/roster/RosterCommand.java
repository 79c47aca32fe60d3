package io.privirec.operator.roster;

import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.SignedRoster;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `privirec roster`: what the keeper of a roster does.
@Command(
    name = "roster",
    mixinStandardHelpOptions = true,
    description =
        "The list of participants and cells that holders accept, signed by a key that is not the operator's.",
    subcommands = SignCommand.class)
public final class RosterCommand {
  /// Header and version.
  private static final int FIRST_LINES = 2;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Command(
      name = "keygen",
      mixinStandardHelpOptions = true,
      description =
          "Makes a roster key and prints its public half, which each holder sets as"
              + " privirec.client.roster-key.")
  int keygen(
      @Option(
              names = "--key",
              required = true,
              paramLabel = "FILE",
              description = "Where the secret half goes: a new file that only its owner can read.")
          Path file) {
    IdentityKeyPair key = IdentityKeyPair.generate(new SecureRandom());
    try {
      RosterKeyFile.write(file, key);
    } catch (FileAlreadyExistsException e) {
      throw new InvalidOptionException(
          "--key: %s exists; a key is not overwritten".formatted(file));
    } catch (IOException e) {
      throw new InvalidOptionException("--key: cannot write " + e.getMessage());
    }
    out().println(key.publicKey());
    return 0;
  }

  @Command(
      name = "check",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description = {
        "Says whether participants would put a roster in force, and if not, why: with --since, such that"
            + " masked for every cell of that roster.",
        "Exit status: 0 when they would, 1 when they would not, 2 for an option or a file that cannot be"
            + " used."
      })
  int check(@Mixin CheckedRoster checked) {
    SignedRoster signed = checked.signed();
    RosterReview review = RosterReview.of(signed, checked.key(), checked.earlier(), List.of());
    boolean fit = review.faults().isEmpty();
    review.faults().forEach(out()::println);
    review.notes().forEach(out()::println);
    out().println(fit ? "version %s is fit".formatted(signed.roster().version()) : "do not use it");
    out().flush();
    return fit ? 0 : 1;
  }

  @Command(
      name = "explain",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description = {
        "Says in words who is summed with whom, what sums can tell apart, and who would have to sign when"
            + " somebody leaves or joins.",
        "Exit status: 0 when the roster is signed by the key, 1 when it is not, 2 for an option or a file"
            + " that cannot be used."
      })
  int explain(@Mixin CheckedRoster checked) {
    SignedRoster signed = checked.signed();
    boolean genuine = signed.isSignedBy(checked.key());
    if (!genuine) {
      out().println("NOT signed by this key: do not use it.");
    }
    new RosterWords(signed.roster(), checked.key()).lines().forEach(out()::println);
    out().flush();
    return genuine ? 0 : 1;
  }

  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description = {
        "Verifies the signature of a roster and shows its lines; with --since, what is new in it.",
        "Exit status: 0 when it is signed by the key, 1 when it is not, 2 for an option or a file that"
            + " cannot be used."
      })
  int show(@Mixin CheckedRoster checked) {
    SignedRoster shown = checked.signed();
    boolean genuine = shown.isSignedBy(checked.key());
    Roster roster = shown.roster();
    out()
        .printf(
            "version %s, %s participants, %s current cells, %s%n",
            roster.version(),
            roster.members().size(),
            roster.currentCells().size(),
            genuine ? "signed by this key" : "NOT signed by this key: do not use it");
    Optional<SignedRoster> earlier = checked.earlier();
    Set<String> now = lines(shown);
    Set<String> before = earlier.map(RosterCommand::lines).orElse(now);
    before.stream().filter(line -> !now.contains(line)).forEach(line -> out().println("- " + line));
    now.stream()
        .filter(line -> earlier.isEmpty() || !before.contains(line))
        .forEach(line -> out().println((earlier.isEmpty() ? "  " : "+ ") + line));
    out().flush();
    return genuine ? 0 : 1;
  }

  /// All lines between the version and the keeper's signature.
  private static Set<String> lines(SignedRoster signed) {
    Set<String> lines = new LinkedHashSet<>(signed.text().lines().skip(FIRST_LINES).toList());
    lines.removeIf(line -> line.startsWith("signature "));
    return lines;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
