package io.privirec.lab.roster;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.roster.SignedRoster;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `lab roster explain`.
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
final class ExplainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CheckedRoster checked = new CheckedRoster();

  @Override
  public Integer call() {
    try {
      PublicIdentityKey key = checked.key();
      SignedRoster signed = checked.signed();
      PrintWriter out = spec.commandLine().getOut();
      boolean genuine = signed.isSignedBy(key);
      if (!genuine) {
        out.println("NOT signed by this key: do not use it.");
      }
      new RosterWords(signed.roster(), key).lines().forEach(out::println);
      out.flush();
      return genuine ? 0 : 1;
    } catch (UnusableException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new ParameterException(spec.commandLine(), "cannot read " + e.getMessage(), e);
    }
  }
}
