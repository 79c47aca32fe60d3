package io.privirec.lab.fedpower;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.sealing.KeyRing;
import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.SessionSecret;
import io.privirec.federation.fedpower.NoiseLeft;
import io.privirec.federation.fedpower.UtilityFedPower;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.secagg.ParticipantId;
import io.privirec.stage.process.ServiceDatabase;
import io.privirec.stage.process.ServiceSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Finds out whose noise a session of `fedpower-utility` left on its sums. Client-services keep a
/// participant's random numbers sealed, and delete them with the session. This program started the
/// databases of the services, and makes them keep a copy. The services' own keys open the copy.
public final class RevealedNoise {
  /// Databases of services that were killed come back.
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final long PAUSE_MILLIS = 250;

  private static final String KEEP_COPIES =
      """
      create schema revealed;
      create table revealed.secret (
        session_id text, participant text, sealed bytea, primary key (session_id, participant));
      create function revealed.keep() returns trigger language plpgsql as $$
      begin
        insert into revealed.secret values (new.session_id, new.participant, new.sealed_secret)
        on conflict do nothing;
        return null;
      end $$;
      create trigger reveal after update of sealed_secret on privirec_client.participation
        for each row when (new.sealed_secret is not null) execute function revealed.keep();
      """;

  /// The algorithm whose noise can be revealed.
  public static final String ALGORITHM = UtilityFedPower.ID;

  private final List<ServiceSpec> clients;

  private RevealedNoise(List<ServiceSpec> clients) {
    this.clients = List.copyOf(clients);
  }

  /// Has these client-services keep copies from now on.
  public static RevealedNoise of(List<ServiceSpec> clients) throws IOException {
    for (ServiceSpec client : clients) {
      try (Connection connection = ServiceDatabase.connect(client);
          Statement statement = connection.createStatement()) {
        statement.execute(KEEP_COPIES);
      } catch (SQLException e) {
        throw new IOException("the database of %s keeps no copies".formatted(client.name()), e);
      }
    }
    return new RevealedNoise(clients);
  }

  /// The participants with noise left on the sums of a session.
  ///
  /// @param whose participants by synchronisation; several if the noise of each explains the sum
  /// @param syncs synchronisations of the session
  public record Left(List<List<ParticipantId>> whose, int syncs) {
    /// Whether the noise of exactly one participant is left in each synchronisation.
    public boolean isOfOne() {
      return whose.size() == syncs && whose.stream().allMatch(each -> each.size() == 1);
    }
  }

  /// Returns whether the noise of a session can be revealed.
  public static boolean concerns(AlgorithmSettings algorithm) {
    return algorithm instanceof UtilityFedPower;
  }

  /// See [NoiseLeft#explain].
  ///
  /// @param settings of a session that this [#concerns]
  /// @param data of the cohort, each participant's users in the order of their ids
  /// @param factors published
  public Left explain(
      String session,
      AlgorithmSettings settings,
      SortedMap<ParticipantId, RatingMatrix> data,
      byte[] factors,
      Path scratch)
      throws IOException, InterruptedException {
    UtilityFedPower algorithm = (UtilityFedPower) settings;
    Map<ParticipantId, SessionSecret> secrets = new HashMap<>();
    TreeMap<Integer, Digest> broadcasts = new TreeMap<>();
    for (ServiceSpec client : clients) {
      read(client, session, secrets, broadcasts);
    }
    List<Digest> ofProducts = new ArrayList<>();
    for (int index : algorithm.terms().laterProducts()) {
      Digest digest = broadcasts.get(index);
      if (digest == null) {
        throw new IOException("no client-service has noted the broadcast of round " + index);
      }
      ofProducts.add(digest);
    }
    return new Left(
        new NoiseLeft(algorithm.terms(), data, secrets).explain(ofProducts, factors, scratch),
        algorithm.terms().base().syncs());
  }

  private static void read(
      ServiceSpec client,
      String session,
      Map<ParticipantId, SessionSecret> secrets,
      Map<Integer, Digest> broadcasts)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try (Connection connection = ServiceDatabase.connect(client)) {
        KeyRing ring =
            KeyRing.of(
                Files.readAllLines(client.dataDirectory().resolve("encryption-keys")).stream()
                    .filter(line -> !line.isBlank())
                    .toList(),
                new SecureRandom());
        try (PreparedStatement asked =
            connection.prepareStatement(
                "select participant, sealed from revealed.secret where session_id = ?")) {
          asked.setString(1, session);
          for (ResultSet rows = asked.executeQuery(); rows.next(); ) {
            String participant = rows.getString(1);
            secrets.put(
                new ParticipantId(participant),
                new SessionSecret(
                    ring.open("session/" + session + "/" + participant, rows.getBytes(2))));
          }
        }
        try (PreparedStatement asked =
            connection.prepareStatement(
                """
                select round_index, broadcast_sha256 from privirec_client.round_participation
                where session_id = ?\
                """)) {
          asked.setString(1, session);
          for (ResultSet rows = asked.executeQuery(); rows.next(); ) {
            broadcasts.put(rows.getInt(1), Digest.parse(rows.getString(2)));
          }
        }
        return;
      } catch (SQLException | IOException | IndexOutOfBoundsException down) {
        if (System.nanoTime() > deadline) {
          throw new IOException("the database of %s is not back".formatted(client.name()), down);
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    }
  }
}
