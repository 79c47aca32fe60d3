package io.privirec.lab.roster;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.roster.SignedRoster;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `lab roster check`.
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
final class CheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CheckedRoster checked = new CheckedRoster();

  @Override
  public Integer call() {
    try {
      PublicIdentityKey key = checked.key();
      SignedRoster signed = checked.signed();
      RosterReview review = RosterReview.of(signed, key, checked.earlier(), List.of());
      PrintWriter out = spec.commandLine().getOut();
      review.faults().forEach(out::println);
      review.notes().forEach(out::println);
      boolean fit = review.faults().isEmpty();
      out.println(fit ? "version %d is fit".formatted(signed.roster().version()) : "do not use it");
      out.flush();
      return fit ? 0 : 1;
    } catch (UnusableException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new ParameterException(spec.commandLine(), "cannot read " + e.getMessage(), e);
    }
  }
}
