package io.privirec.lab.campaign;

import io.privirec.lab.run.InvalidOptionException;
import io.privirec.secagg.roster.Cell;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What a campaign was asked to do, as far as that can be checked without the data.
///
/// @param kills how many processes or groups of processes are killed, in [1, 10,000]
/// @param seed of kills, sessions and data
/// @param data directory or file; null for a synthetic data set
/// @param participants in [6, 64]: fewer make one cell only
/// @param cells that they are in, 2 or more
/// @param clients client-services that host them, in [2, participants]
/// @param json where to write the report; null for nowhere
/// @param patience after that no kill begins, and the campaign has failed
record CampaignSettings(
    int kills,
    long seed,
    @Nullable Path data,
    int participants,
    int cells,
    int clients,
    @Nullable Path json,
    Duration patience) {
  static final int MIN_PARTICIPANTS = 6;
  static final int MAX_PARTICIPANTS = 64;

  CampaignSettings {
    requireRange("--kills", kills, 1, 10_000);
    requireRange("--participants", participants, MIN_PARTICIPANTS, MAX_PARTICIPANTS);
    requireRange("--cells", cells, 2, participants / Cell.DEFAULT_MINIMUM);
    requireRange("--clients", clients, 2, participants);
    if (patience.compareTo(Duration.ofMinutes(1)) < 0) {
      throw new InvalidOptionException("--max-minutes must be at least 1");
    }
  }

  private static void requireRange(String option, int value, int min, int max) {
    if (value < min || value > max) {
      throw new InvalidOptionException(
          "%s must be in [%d, %d]. Provided value: %d".formatted(option, min, max, value));
    }
  }
}
