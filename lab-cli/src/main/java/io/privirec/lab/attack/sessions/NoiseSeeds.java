package io.privirec.lab.attack.sessions;

import io.privirec.crypto.sealing.KeyRing;
import io.privirec.federation.NoiseSeed;
import io.privirec.secagg.ParticipantId;
import io.privirec.stage.process.ServiceDatabase;
import io.privirec.stage.process.ServiceSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Seeds of the noise that participants drew. A colluder knows its own seeds. Client-services
/// delete a seed with its round, so their databases, which this program started, keep copies. The
/// keys of the client-services open the copies.
final class NoiseSeeds {
  private static final String KEEP_COPIES =
      """
      create schema seeds;
      create table seeds.kept (
        round_id text, participant text, sealed bytea, primary key (round_id, participant));
      create function seeds.keep() returns trigger language plpgsql as $$
      begin
        insert into seeds.kept values (new.round_id, new.participant, new.sealed_noise_seed)
        on conflict do nothing;
        return null;
      end $$;
      create trigger keep_seeds after insert on privirec_client.round_participation
        for each row when (new.sealed_noise_seed is not null) execute function seeds.keep();
      """;

  private final List<ServiceSpec> clients;

  private NoiseSeeds(List<ServiceSpec> clients) {
    this.clients = List.copyOf(clients);
  }

  /// Has client-services keep copies from now on.
  static NoiseSeeds keptBy(List<ServiceSpec> clients) throws IOException {
    for (ServiceSpec client : clients) {
      try (Connection connection = ServiceDatabase.connect(client);
          Statement statement = connection.createStatement()) {
        statement.execute(KEEP_COPIES);
      } catch (SQLException e) {
        throw new IOException("the database of %s keeps no copies".formatted(client.name()), e);
      }
    }
    return new NoiseSeeds(clients);
  }

  /// Returns the seeds of all participants of a round.
  ///
  /// @param round id in hex
  SortedMap<ParticipantId, NoiseSeed> of(String round) throws IOException {
    SortedMap<ParticipantId, NoiseSeed> seeds = new TreeMap<>();
    for (ServiceSpec client : clients) {
      KeyRing ring =
          KeyRing.of(
              Files.readAllLines(client.dataDirectory().resolve("encryption-keys")).stream()
                  .filter(line -> !line.isBlank())
                  .toList(),
              new SecureRandom());
      try (Connection connection = ServiceDatabase.connect(client);
          PreparedStatement asked =
              connection.prepareStatement(
                  "select participant, sealed from seeds.kept where round_id = ?")) {
        asked.setString(1, round);
        for (ResultSet rows = asked.executeQuery(); rows.next(); ) {
          String participant = rows.getString(1);
          seeds.put(
              new ParticipantId(participant),
              new NoiseSeed(ring.open("noise/" + round + "/" + participant, rows.getBytes(2))));
        }
      } catch (SQLException e) {
        throw new IOException("the database of %s has no copies".formatted(client.name()), e);
      }
    }
    return seeds;
  }
}
