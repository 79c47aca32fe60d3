package io.privirec.operator.option;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.UnmatchedArgumentException;

/// How a command line ends that cannot be used, or whose command fails: with a sentence and status
/// 2 for an option or a file that cannot be used, and with a stack trace and status 1 for anything
/// unexpected.
public final class CommandFailures {
  private final UnaryOperator<String> typed;
  private final Set<Class<? extends Exception>> expected;

  private CommandFailures(UnaryOperator<String> typed, Set<Class<? extends Exception>> expected) {
    this.typed = typed;
    this.expected = expected;
  }

  /// Has failures of a command line and its subcommands reported so.
  ///
  /// @param typed turns the name of a command with its parents into the words that users type
  /// @param expected of commands that end with status 1 and a sentence, without a stack trace
  public static CommandLine reported(
      CommandLine command, UnaryOperator<String> typed, Set<Class<? extends Exception>> expected) {
    CommandFailures failures = new CommandFailures(typed, expected);
    return command
        .setParameterExceptionHandler(
            (refused, _) -> failures.refuse(refused.getCommandLine(), cause(refused)))
        .setExecutionExceptionHandler((failure, failed, _) -> failures.fail(failure, failed));
  }

  /// An option that is missing was perhaps misspelled: then its misspelling says more.
  private static CommandLine.ParameterException cause(CommandLine.ParameterException refused) {
    List<String> unmatched = refused.getCommandLine().getUnmatchedArguments();
    return refused instanceof CommandLine.MissingParameterException && !unmatched.isEmpty()
        ? new UnmatchedArgumentException(refused.getCommandLine(), unmatched)
        : refused;
  }

  private int refuse(CommandLine command, Exception refused) {
    PrintWriter err = command.getErr();
    err.println(refused.getMessage());
    if (refused instanceof UnmatchedArgumentException unmatched) {
      suggest(unmatched, err);
    }
    err.println("See %s --help.".formatted(typed(command)));
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  /// Prints similar options, or similar subcommands of this command alone.
  private void suggest(UnmatchedArgumentException unmatched, PrintWriter err) {
    if (unmatched.isUnknownOption()) {
      UnmatchedArgumentException.printSuggestions(unmatched, err);
      return;
    }
    Map<String, CommandLine> known = unmatched.getCommandLine().getSubcommands();
    List<String> visible =
        known.entrySet().stream()
            .filter(each -> !each.getValue().getCommandSpec().usageMessage().hidden())
            .map(Map.Entry::getKey)
            .toList();
    List<String> similar = Suggestions.similar(unmatched.getUnmatched().getFirst(), visible);
    if (!similar.isEmpty()) {
      err.println(
          known.entrySet().stream()
              .filter(each -> similar.contains(each.getKey()))
              .map(each -> typed(each.getValue()))
              .collect(Collectors.joining(" or ", "Did you mean: ", "?")));
    }
  }

  private String typed(CommandLine command) {
    return typed.apply(command.getCommandSpec().qualifiedName());
  }

  private int fail(Exception failure, CommandLine command) {
    if (failure instanceof InvalidOptionException) {
      return refuse(command, failure);
    }
    if (expected.contains(failure.getClass())) {
      command.getErr().println(failure.getMessage());
    } else {
      failure.printStackTrace(command.getErr());
    }
    return command.getCommandSpec().exitCodeOnExecutionException();
  }
}
