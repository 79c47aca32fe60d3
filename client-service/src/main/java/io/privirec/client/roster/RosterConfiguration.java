package io.privirec.client.roster;

import io.privirec.client.participant.ParticipantStore;
import io.privirec.client.participant.TrustSettings;
import io.privirec.secagg.roster.RosterFault;
import io.privirec.secagg.roster.SignedRoster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Wires the roster, and takes the one of the configured file.
@Configuration(proxyBeanMethods = false)
class RosterConfiguration {
  private static final Logger log = LoggerFactory.getLogger(RosterConfiguration.class);

  @Bean
  Rosters rosters(
      RosterStore store,
      ParticipantStore participants,
      SharedUsers users,
      SummedParticipants summed,
      TrustSettings settings,
      Clock clock)
      throws IOException {
    Rosters rosters =
        new Rosters(store, participants, users, summed, settings.rosterKeeper(), clock);
    if (settings.rosterFile() != null) {
      read(settings.rosterFile(), rosters);
    }
    return rosters;
  }

  /// An older file than the roster in force is passed over: somebody has put a newer one since. Any
  /// other fault ends the start.
  private static void read(Path file, Rosters rosters) throws IOException {
    try {
      SignedRoster taken = rosters.put(Files.readAllBytes(file));
      log.info(
          "Roster version {} with {} participants",
          taken.roster().version(),
          taken.roster().members().size());
    } catch (RosterRefusal e) {
      if (!(e instanceof RosterRefusal.Faulty faulty
          && faulty.fault() instanceof RosterFault.Outdated)) {
        throw new InvalidConfigurationPropertyValueException(
            "privirec.client.roster-file", file, String.valueOf(e.getMessage()));
      }
      log.warn("{} is passed over: {}", file, e.getMessage());
    }
  }
}
