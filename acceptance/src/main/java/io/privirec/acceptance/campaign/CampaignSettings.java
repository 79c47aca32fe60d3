package io.privirec.acceptance.campaign;

import static io.privirec.operator.option.InvalidOptionException.requireRange;

import io.privirec.acceptance.session.SessionKinds;
import io.privirec.lab.option.FormatOptions;
import io.privirec.operator.option.InvalidOptionException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// What a campaign is asked to do.
final class CampaignSettings {
  private static final int FEWEST_CELLS = 2;
  private static final int MAX_PARTICIPANTS = 64;

  @Option(
      names = "--kills",
      paramLabel = "N",
      defaultValue = "200",
      description = "How many. Default: ${DEFAULT-VALUE}.")
  int kills;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Of kills, sessions and data. Default: drawn, and printed.")
  long seed = new SecureRandom().nextInt(1_000_000);

  @Option(
      names = "--data",
      paramLabel = "PATH",
      description =
          "Data set whose first users are dealt out, "
              + CampaignData.USERS_EACH
              + " to a participant. Default: synthetic.")
  @Nullable Path data;

  @Mixin FormatOptions format = new FormatOptions();

  @Option(
      names = "--participants",
      paramLabel = "N",
      defaultValue = "8",
      description =
          "Data holders, 6 to 64, of fedpower-utility 8 to 64: fewer make one cell only. Default:"
              + " ${DEFAULT-VALUE}.")
  int participants;

  @Option(
      names = "--cells",
      paramLabel = "C",
      defaultValue = "2",
      description = "Cells that they are in, 2 or more. Default: ${DEFAULT-VALUE}.")
  int cells;

  @Option(
      names = "--clients",
      paramLabel = "C",
      defaultValue = "4",
      description = "Client-services that host them, 2 or more. Default: ${DEFAULT-VALUE}.")
  int clients;

  @Option(
      names = "--sessions",
      paramLabel = "KINDS",
      defaultValue = "mixed",
      converter = SessionKinds.Converter.class,
      description =
          "mixed: exact ones, rehearsals and those with noise; dpals: dpals and dpials alone; fedpower: fedpower and fedpower-private alone; fedpower-utility: that alone."
              + " Default: ${DEFAULT-VALUE}.")
  SessionKinds sessions = SessionKinds.MIXED;

  @Option(
      names = "--max-minutes",
      paramLabel = "M",
      defaultValue = "35",
      description =
          "After that no kill is made, and the campaign fails. Default: ${DEFAULT-VALUE}.")
  int maxMinutes;

  /// @throws InvalidOptionException when something cannot be done
  void check() {
    requireRange("--kills", kills, 1, 10_000);
    int fewest = sessions.fewest();
    requireRange("--participants", participants, (long) FEWEST_CELLS * fewest, MAX_PARTICIPANTS);
    requireRange("--cells", cells, FEWEST_CELLS, participants / fewest);
    requireRange("--clients", clients, 2, participants);
    if (maxMinutes < 1) {
      throw new InvalidOptionException("--max-minutes must be at least 1");
    }
    if (!Files.isDirectory(Path.of("/proc/self"))) {
      throw new InvalidOptionException("a campaign needs /proc to find database processes");
    }
  }
}
