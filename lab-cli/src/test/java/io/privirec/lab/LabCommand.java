package io.privirec.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A command of the lab, and what it printed last. */
public final class LabCommand {
  private final List<String> command;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** With what every run of it begins with: its name, and perhaps options. */
  public LabCommand(String... command) {
    this.command = List.of(command);
  }

  /** The same with more of what every run begins with. */
  public LabCommand with(String... more) {
    return new LabCommand(Stream.concat(command.stream(), Stream.of(more)).toArray(String[]::new));
  }

  /** Runs it and returns the exit status. */
  public int run(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of(arguments));
    return Lab.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(all.toArray(String[]::new));
  }

  /** Runs it to a good end. */
  public void succeeds(String... arguments) {
    assertThat(run(arguments)).as(err()).isZero();
  }

  /** Runs it to a good end and returns what it writes to {@code --json}. */
  public JsonNode report(String... arguments) throws IOException {
    Path file = Files.createTempFile("lab-", ".json");
    try {
      succeeds(
          Stream.concat(Stream.of("--json=" + file), Stream.of(arguments)).toArray(String[]::new));
      return JsonMapper.shared().readTree(Files.readAllBytes(file));
    } finally {
      Files.delete(file);
    }
  }

  /** Runs it in vain: what cannot be used is refused with status 2 and a sentence. */
  public void refuses(String because, String... arguments) {
    assertThat(run(arguments)).as(String.join(" ", arguments)).isEqualTo(2);
    assertThat(err()).contains(because);
  }

  /** What it wrote to its standard output. */
  public String out() {
    return out.toString();
  }

  /** What it wrote to its standard error. */
  public String err() {
    return err.toString();
  }
}
