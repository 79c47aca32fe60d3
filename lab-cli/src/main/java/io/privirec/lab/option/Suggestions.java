package io.privirec.lab.option;

import java.util.Collection;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.UnmatchedArgumentException;

/// Known names that resemble a mistyped name, by the measure of picocli for its subcommands.
public final class Suggestions {
  private Suggestions() {}

  /// Returns a question to append to a message, such as `. Did you mean privirec-k?`; empty if no
  /// name is similar.
  public static String question(String mistyped, Collection<String> names) {
    List<String> similar = similar(mistyped, names);
    return similar.isEmpty() ? "" : ". Did you mean %s?".formatted(String.join(" or ", similar));
  }

  private static List<String> similar(String mistyped, Collection<String> names) {
    CommandSpec known = CommandSpec.create();
    names.stream()
        .filter(name -> !name.isBlank())
        .distinct()
        .forEach(name -> known.addSubcommand(name, CommandSpec.create()));
    try {
      new CommandLine(known).parseArgs(mistyped);
      return List.of();
    } catch (UnmatchedArgumentException unmatched) {
      return unmatched.getSuggestions();
    } catch (CommandLine.ParameterException other) {
      return List.of();
    }
  }
}
