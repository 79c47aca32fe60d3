package io.privirec.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A command as a user gives it, with the output of its last run.
public class TriedCommand {
  private final Supplier<CommandLine> line;
  private final List<String> command;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /// @param command of `./privirec`
  public TriedCommand(String... command) {
    this(Operator::commandLine, command);
  }

  /// @param command begins each run: a name, and perhaps options
  public TriedCommand(Supplier<CommandLine> line, String... command) {
    this.line = line;
    this.command = List.of(command);
  }

  /// Runs the command and returns the exit status.
  public int run(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of(arguments));
    return line.get()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(all.toArray(String[]::new));
  }

  /// Runs the command, which must succeed.
  public void succeeds(String... arguments) {
    assertThat(run(arguments)).as(err()).isZero();
  }

  /// Runs the command, which must succeed. Returns the content of the file of `--json`.
  public JsonNode report(String... arguments) throws IOException {
    Path file = Files.createTempFile("command-", ".json");
    try {
      succeeds(
          Stream.concat(Stream.of("--json=" + file), Stream.of(arguments)).toArray(String[]::new));
      return JsonMapper.shared().readTree(Files.readAllBytes(file));
    } finally {
      Files.delete(file);
    }
  }

  /// Runs the command, which must end with status 2 and a sentence.
  public void refuses(String because, String... arguments) {
    assertThat(run(arguments)).as(String.join(" ", arguments)).isEqualTo(2);
    assertThat(err()).contains(because);
  }

  /// Returns the help of a command and of all its subcommands.
  public static String help(CommandLine command) {
    String help =
        "$ %s --help%n%s%n"
            .formatted(command.getCommandSpec().qualifiedName(), command.getUsageMessage(Ansi.OFF));
    return help
        + command.getSubcommands().values().stream()
            .distinct()
            .map(TriedCommand::help)
            .collect(Collectors.joining());
  }

  /// Returns the standard output of the last run.
  public String out() {
    return out.toString();
  }

  /// Returns the standard error of the last run.
  public String err() {
    return err.toString();
  }
}
