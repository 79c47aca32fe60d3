package io.privirec.lab.run;

import io.privirec.federation.OnMissing;
import io.privirec.lab.option.DataFile;
import io.privirec.lab.option.FormatOptions;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.stage.deployment.RunningServices;
import io.privirec.stage.deployment.ServiceAddress;
import io.privirec.stage.terminal.Terminal;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/// `lab run`: the main job.
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Starts the three services, runs a session over HTTP, evaluates its release and keeps serving.",
      "Exit status: 0 when the session completed and the numbers were computed, 1 when not, 2 for an"
          + " option or a data file that cannot be used."
    })
public final class RunCommand implements Callable<Integer> {
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = {
        "Directory or file: LightGCN train.txt and test.txt, MovieLens u.data or ratings.dat, or CSV"
            + " user,item[,rating] and other files of interactions; .gz too. Data without a split gets a"
            + " seeded 80/20 split per user.",
        "Default: a synthetic data set of 2,400 users and 1,500 items."
      })
  private @Nullable Path data;

  @Mixin private FormatOptions format = new FormatOptions();

  @Option(
      names = "--participants",
      paramLabel = "N",
      defaultValue = "10",
      description = "Data holders that users are dealt out to, 3 to 64. Default: ${DEFAULT-VALUE}.")
  private int participants;

  @Option(
      names = "--cells",
      paramLabel = "C",
      defaultValue = "1",
      description =
          "Cells of the roster, each of 3 participants or more: a sum is opened over whole cells or"
              + " not at all. Default: ${DEFAULT-VALUE}.")
  private int cells;

  @Option(
      names = "--client-processes",
      paramLabel = "C",
      defaultValue = "1",
      description = "Client-services that host the participants. Default: ${DEFAULT-VALUE}.")
  private int clientProcesses;

  @Mixin private SessionOptions session = new SessionOptions();

  @Option(
      names = "--on-missing",
      paramLabel = "POLICY",
      converter = OnMissingConverter.class,
      description =
          "What the session does when a participant is missing at a deadline: wait, or"
              + " leave-out-cells: before the first sum it goes on without their cells. Default: wait.")
  private @Nullable OnMissing onMissing;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description =
          "Of the public start basis, of who holds which users, and of the synthetic data."
              + " Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Sessions with the seeds S, S+1, … on the same data and holders. The summary has the mean and"
              + " the standard deviation of the service's quality. A session with noise has noise of its"
              + " own, and the holders of the demo raise their limits. Default: ${DEFAULT-VALUE}.")
  private int seeds;

  @Option(
      names = "--reveal-noise",
      description =
          "For fedpower-utility: have the client-services' databases keep copies of what participants"
              + " draw, and say whose noise is left. The run fails where it is not one participant's.")
  private boolean revealNoise;

  @Option(
      names = "--port-base",
      paramLabel = "P",
      defaultValue = "${env:PRIVIREC_PORT_BASE:-7800}",
      description =
          "The coordinator listens on 127.0.0.1:P, the recommender on P+1, clients from P+2 on;"
              + " where participants send messages to each other, the clients have one more each, after"
              + " these. Default: PRIVIREC_PORT_BASE of the environment, else 7800.")
  private int portBase;

  @ArgGroup(
      exclusive = false,
      heading =
          "Services that run already, instead of new ones. They go on afterwards, and must be unused:%n")
  private @Nullable Running running;

  @Option(names = "--once", description = "Stop after the summary instead of serving on.")
  private boolean once;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write the summary to this file, as JSON.")
  private @Nullable Path json;

  @Option(names = "--phase-deadline", paramLabel = "DURATION", hidden = true)
  private @Nullable Duration phaseDeadline;

  @Option(names = "--restart-clients", hidden = true)
  private boolean restartClients;

  @Spec
  void setSpec(CommandSpec spec) {
    this.spec = spec;
    spec.resourceBundle(OfferHelp.bundle());
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    try {
      return new RunLifecycle(settings(), Terminal.ofThisProcess()).run();
    } catch (InvalidOptionException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  RunSettings settings() {
    return new RunSettings(
        running == null ? null : running.addresses(),
        data == null ? null : new DataFile(data, format.format()),
        participants,
        cells,
        clientProcesses,
        session.choice(),
        onMissing,
        seed,
        seeds,
        revealNoise,
        portBase,
        once,
        json,
        phaseDeadline,
        restartClients);
  }

  private static final class Running {
    @Option(
        names = "--coordinator",
        required = true,
        paramLabel = "URL=FILE",
        converter = ServiceAddress.Converter.class,
        description = "The coordinator, and the file with its admin token.")
    private @Nullable ServiceAddress coordinator;

    @Option(
        names = "--client",
        required = true,
        paramLabel = "URL=FILE",
        converter = ServiceAddress.Converter.class,
        description =
            "A client-service, and the file with its admin token. Participants are dealt out to all.")
    private List<ServiceAddress> clients = List.of();

    @Option(
        names = "--recommender",
        required = true,
        paramLabel = "URL",
        converter = ServiceAddress.UrlConverter.class,
        description = "The recommender.")
    private @Nullable URI recommender;

    @Option(
        names = "--roster-key",
        required = true,
        paramLabel = "FILE",
        description =
            "The secret half of the key that the client-services trust (privirec.client.roster-key).")
    private @Nullable Path rosterKey;

    RunningServices.Addresses addresses() {
      return new RunningServices.Addresses(
          Objects.requireNonNull(coordinator),
          clients,
          Objects.requireNonNull(recommender),
          Objects.requireNonNull(rosterKey));
    }
  }

  private static final class OnMissingConverter implements ITypeConverter<OnMissing> {
    @Override
    public OnMissing convert(String value) {
      return Arrays.stream(OnMissing.values())
          .filter(policy -> policy.label().equals(value))
          .findFirst()
          .orElseThrow(() -> new TypeConversionException("must be wait or leave-out-cells"));
    }
  }
}
