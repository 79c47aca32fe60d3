package io.privirec.lab.roster;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.RosterMember;
import io.privirec.secagg.roster.SignedRoster;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.InvalidKeyException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `lab roster show`.
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Checks a roster and shows it, or what is new in it.",
      "Exit status: 0 when it is signed by the key, 1 when it is not, 2 for an option or a file that"
          + " cannot be used."
    })
final class ShowCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "FILE", description = "A signed roster.")
  private Path file = Path.of("");

  @Option(
      names = "--public-key",
      required = true,
      paramLabel = "KEY",
      description = "The roster key that holders have configured, base64url.")
  private String publicKey = "";

  @Option(
      names = "--since",
      paramLabel = "FILE",
      description = "An earlier roster: show only what differs.")
  private @Nullable Path since;

  @Override
  public Integer call() {
    try {
      PublicIdentityKey key = PublicIdentityKey.parse(publicKey);
      SignedRoster shown = RosterFiles.signed(file);
      boolean genuine = shown.isSignedBy(key);
      Roster roster = shown.roster();
      PrintWriter out = spec.commandLine().getOut();
      out.printf(
          "version %d, %d participants, %s%n",
          roster.version(),
          roster.members().size(),
          genuine ? "signed by this key" : "NOT signed by this key: do not use it");
      if (since == null) {
        roster.members().forEach(member -> out.println(line(" ", member)));
      } else {
        differences(out, RosterFiles.signed(since).roster(), roster);
      }
      out.flush();
      return genuine ? 0 : 1;
    } catch (UnusableException | InvalidKeyException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new ParameterException(spec.commandLine(), "cannot read " + e.getMessage(), e);
    }
  }

  private static void differences(PrintWriter out, Roster earlier, Roster later) {
    only(earlier.members(), later).forEach(member -> out.println(line("-", member)));
    only(later.members(), earlier).forEach(member -> out.println(line("+", member)));
  }

  private static List<RosterMember> only(List<RosterMember> members, Roster other) {
    return members.stream()
        .filter(member -> !other.keyOf(member.id()).equals(Optional.of(member.identityKey())))
        .toList();
  }

  private static String line(String mark, RosterMember member) {
    return "%s %s %s".formatted(mark, member.id(), member.identityKey());
  }
}
