package io.privirec.lab;

import io.privirec.operator.TriedCommand;
import java.util.List;
import java.util.stream.Stream;

/** A command of the lab. */
public final class LabCommand extends TriedCommand {
  private final List<String> command;

  /** With what every run of it begins with: its name, and perhaps options. */
  public LabCommand(String... command) {
    super(Lab::commandLine, command);
    this.command = List.of(command);
  }

  /** The same with more of what every run begins with. */
  public LabCommand with(String... more) {
    return new LabCommand(Stream.concat(command.stream(), Stream.of(more)).toArray(String[]::new));
  }
}
