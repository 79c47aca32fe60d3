package io.privirec.operator.option;

import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;

/// How a command line ends that cannot be used, or whose command fails: with a sentence and status
/// 2 for an option or a file that cannot be used, and with a stack trace and status 1 for anything
/// unexpected.
public final class CommandFailures {
  private final Set<Class<? extends Exception>> expected;

  private CommandFailures(Set<Class<? extends Exception>> expected) {
    this.expected = expected;
  }

  /// Has failures of a command line and its subcommands reported so.
  ///
  /// @param expected of commands that end with status 1 and a sentence, without a stack trace
  public static CommandLine reported(
      CommandLine command, Set<Class<? extends Exception>> expected) {
    CommandFailures failures = new CommandFailures(expected);
    return command
        .setParameterExceptionHandler(
            (refused, _) -> refuse(refused.getCommandLine(), cause(refused)))
        .setExecutionExceptionHandler((failure, failed, _) -> failures.fail(failure, failed));
  }

  /// An option that is missing was perhaps misspelled: then its misspelling says more.
  private static CommandLine.ParameterException cause(CommandLine.ParameterException refused) {
    List<String> unmatched = refused.getCommandLine().getUnmatchedArguments();
    return refused instanceof CommandLine.MissingParameterException && !unmatched.isEmpty()
        ? new CommandLine.UnmatchedArgumentException(refused.getCommandLine(), unmatched)
        : refused;
  }

  private static int refuse(CommandLine command, Exception refused) {
    PrintWriter err = command.getErr();
    err.println(refused.getMessage());
    if (refused instanceof CommandLine.ParameterException wrong) {
      CommandLine.UnmatchedArgumentException.printSuggestions(wrong, err);
    }
    err.println("See %s --help.".formatted(command.getCommandSpec().qualifiedName()));
    return command.getCommandSpec().exitCodeOnInvalidInput();
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
