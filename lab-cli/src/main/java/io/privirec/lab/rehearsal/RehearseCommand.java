package io.privirec.lab.rehearsal;

import io.privirec.lab.process.RunDirectory;
import io.privirec.lab.run.ByteSize;
import io.privirec.lab.run.InvalidOptionException;
import io.privirec.lab.run.JsonFile;
import io.privirec.lab.run.Lifecycle;
import io.privirec.lab.run.Screen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `lab rehearse`.
@Command(
    name = "rehearse",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Starts a coordinator and a client-service that hosts all participants, each with its database,"
          + " runs one session of the algorithm rehearsal over HTTP, and tells what memory and disk it"
          + " took, and what each phase took of time and network. The coordinator checks every element of each sum.",
      "Sizes are bytes with a unit of 1024s: 512m, 8GB. Files are below java.io.tmpdir.",
      "Exit status: 0 when the session completed within the limits, 1 when not, 2 for an option that"
          + " cannot be used."
    })
public final class RehearseCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--elements",
      paramLabel = "E",
      required = true,
      description = "Length of the vector, 1 to 2147483648.")
  private long elements;

  @Option(
      names = "--ring-bits",
      paramLabel = "B",
      defaultValue = "32",
      description = "Bits of an element on the wire: 16, 24, 32 or 64. Default: ${DEFAULT-VALUE}.")
  private int ringBits;

  @Option(
      names = "--participants",
      paramLabel = "N",
      defaultValue = "10",
      description = "Participants that contribute, 3 to 10000. Default: ${DEFAULT-VALUE}.")
  private int participants;

  @Option(
      names = "--round-kind",
      paramLabel = "KIND",
      defaultValue = "closed",
      description =
          "closed: whole cells or nothing, as in every session over data; tolerant: participants may"
              + " leave. Default: ${DEFAULT-VALUE}.")
  private String roundKind = "closed";

  @Option(
      names = "--cells",
      paramLabel = "C",
      defaultValue = "1",
      description = "Cells that they are in, each of 3 or more. Default: ${DEFAULT-VALUE}.")
  private int cells;

  @Option(
      names = "--rounds",
      paramLabel = "R",
      defaultValue = "1",
      description = "Secure sums, one after the other, 1 to 16. Default: ${DEFAULT-VALUE}.")
  private int rounds;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      defaultValue = "512m",
      converter = ByteSize.Converter.class,
      description = "The -Xmx of both services. Default: ${DEFAULT-VALUE}.")
  private ByteSize heap = ByteSize.ofMebibytes(512);

  @Option(
      names = "--staging-budget",
      paramLabel = "SIZE",
      converter = ByteSize.Converter.class,
      description = "The coordinator's privirec.coordinator.staging-budget. Default: its own.")
  private @Nullable ByteSize stagingBudget;

  @Option(
      names = "--max-anonymous",
      paramLabel = "SIZE",
      converter = ByteSize.Converter.class,
      description =
          "Fail when a service's anonymous memory, without its database, exceeds that. Linux only.")
  private @Nullable ByteSize maxAnonymous;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write the report to this file, as JSON.")
  private @Nullable Path json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    try {
      RehearseSettings settings = settings();
      JsonFile.clear(settings.json());
      Screen screen = Screen.ofThisProcess();
      RunDirectory directory = RunDirectory.temporary();
      return new Lifecycle(directory, screen)
          .run((supervisor, _) ->
              new RehearsalRun(settings, directory, supervisor, screen).run()
                  ? Lifecycle.OK
                  : Lifecycle.FAILED);
    } catch (InvalidOptionException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private RehearseSettings settings() {
    if (maxAnonymous != null && !Files.isReadable(Path.of("/proc/self/status"))) {
      throw new InvalidOptionException("--max-anonymous needs /proc to see what services use");
    }
    return new RehearseSettings(
        elements,
        ringBits,
        participants,
        roundKind,
        cells,
        rounds,
        heap,
        stagingBudget,
        maxAnonymous,
        json);
  }
}
