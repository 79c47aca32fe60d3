package io.privirec.acceptance.campaign;

import io.privirec.federation.Disclosure;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.stage.deployment.Cells;
import io.privirec.stage.deployment.Cohort;
import io.privirec.stage.process.ServiceDatabase;
import io.privirec.stage.process.ServiceSpec;
import io.privirec.wire.algorithm.AlgorithmParameters;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.json.JsonMapper;

/// Looks into the databases of all services while sessions run: what has arrived at the coordinator
/// must have been noted by its sender before. First the coordinator's is read, then those of the
/// clients: a note that is missing then came too late, or never.
final class MaskWatch implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(400);

  /// Class of SQL states: a table or column that is not there, or no SQL.
  private static final String WRONG_STATEMENT = "42";

  private final List<ServiceSpec> services;
  private final Cells cells;
  private final int items;
  private final Findings findings;
  private final Thread thread;
  private final Map<String, Disclosure> disclosures = new HashMap<>();
  private final Map<Chunk, String> texts = new HashMap<>();
  private final Set<String> reported = new HashSet<>();
  private final Set<String> overData = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;
  private volatile int seen;

  /// One masked chunk of a participant's vector.
  private record Chunk(String round, String participant, int number) {}

  /// A chunk at the coordinator.
  ///
  /// @param disclosure of its session's sums
  private record Arrival(Chunk chunk, String sha256, Disclosure disclosure) {}

  /// What a client-service has noted.
  ///
  /// @param over rounds whose notes and secrets are gone together, since the participant has joined
  ///   the next one or its session is over; by round and participant
  /// @param cells that participants masked for; by participant and number
  /// @param entered rounds that stand in ledgers; by round and participant
  private record Notes(
      Map<Chunk, String> texts, Set<String> over, Set<String> cells, Set<String> entered) {}

  /// @param services the coordinator, then the clients
  /// @param items of the catalogue
  MaskWatch(List<ServiceSpec> services, Cells cells, int items, Findings findings) {
    this.services = List.copyOf(services);
    this.cells = cells;
    this.items = items;
    this.findings = findings;
    this.thread = Thread.ofPlatform().daemon().name("mask-watch").unstarted(this::watch);
  }

  void start() {
    thread.start();
  }

  /// Sums over data of which chunks arrived; by round and participant.
  Set<String> overData() {
    return Set.copyOf(overData);
  }

  /// How many chunks were looked at.
  int seen() {
    return seen;
  }

  private void watch() {
    while (!closed) {
      try {
        look();
      } catch (SQLException e) {
        // A database that was killed is looked at again when it is back.
        if (String.valueOf(e.getSQLState()).startsWith(WRONG_STATEMENT)) {
          report(Invariant.NOTED_BEFORE_SENT, "cannot be looked at: " + e.getMessage());
        }
      } catch (IOException | IndexOutOfBoundsException down) {
        // So are the files that say where it listens, which may be half written.
      }
      try {
        Thread.sleep(PAUSE);
      } catch (InterruptedException end) {
        return;
      }
    }
  }

  private void look() throws IOException, SQLException {
    List<Arrival> arrivals = arrivals();
    if (arrivals.isEmpty()) {
      return;
    }
    List<Notes> notes = new ArrayList<>();
    for (ServiceSpec client : services.subList(1, services.size())) {
      notes.add(notes(client));
    }
    for (Arrival arrival : arrivals) {
      Chunk chunk = arrival.chunk();
      int participant = Cohort.numberOf(chunk.participant());
      check(arrival, participant, notes.get(participant % notes.size()));
    }
    seen = texts.size();
  }

  private void check(Arrival arrival, int participant, Notes notes) {
    Chunk chunk = arrival.chunk();
    String first = texts.putIfAbsent(chunk, arrival.sha256());
    if (first != null && !first.equals(arrival.sha256())) {
      report(Invariant.ONE_TEXT, chunk + " arrived with two texts");
    }
    String sum = chunk.round() + " " + chunk.participant();
    if (arrival.disclosure().readsData()) {
      overData.add(sum);
      if (!notes.entered().contains(sum)) {
        report(
            Invariant.ENTERED_BEFORE_CHUNK,
            chunk + " arrived, and the sum is not in its sender's ledger");
      }
    }
    if (notes.over().contains(sum)) {
      return;
    }
    String noted = notes.texts().get(chunk);
    if (noted == null) {
      report(Invariant.NOTED_BEFORE_SENT, chunk + " arrived, and its sender has no digest of it");
    } else if (!noted.equals(arrival.sha256())) {
      report(Invariant.ONE_TEXT, chunk + " is another text than its sender noted");
    }
    if (arrival.disclosure() instanceof Disclosure.ExactSums
        && !notes.cells().contains(chunk.participant() + " " + cells.of(participant))) {
      report(
          Invariant.CELL_BEFORE_CHUNK,
          "%s arrived, and %s has not noted its cell".formatted(chunk, chunk.participant()));
    }
  }

  private void report(Invariant invariant, String how) {
    if (reported.add(invariant + how)) {
      findings.add(invariant, how);
    }
  }

  private List<Arrival> arrivals() throws IOException, SQLException {
    List<Arrival> arrivals = new ArrayList<>();
    try (Connection connection = ServiceDatabase.connect(services.getFirst())) {
      ServiceDatabase.query(
          connection,
          """
          select c.round_id, c.participant_id, c.chunk, c.digest, s.algorithm, s.parameters
          from round_chunk c join round r on r.id = c.round_id
          join aggregation_session s on s.id = r.session_id\
          """,
          row ->
              arrivals.add(
                  new Arrival(
                      chunk(row),
                      HexFormat.of().formatHex(row.getBytes(4)),
                      disclosure(row.getString(5), row.getString(6)))));
    }
    return arrivals;
  }

  /// Returns the disclosure of a session.
  ///
  /// @param parameters settled, as JSON
  private Disclosure disclosure(String algorithm, String parameters) {
    return disclosures.computeIfAbsent(
        algorithm + parameters,
        _ -> {
          try {
            return AlgorithmRegistry.build(
                    JsonMapper.shared()
                        .readValue(parameters, AlgorithmParameters.typeFor(algorithm)),
                    items)
                .disclosure();
          } catch (InvalidParametersException e) {
            throw new IllegalStateException("a session has parameters that do not exist", e);
          }
        });
  }

  private static Chunk chunk(ResultSet row) throws SQLException {
    return new Chunk(row.getString(1), row.getString(2), row.getInt(3));
  }

  private static Notes notes(ServiceSpec client) throws IOException, SQLException {
    Notes notes =
        new Notes(new HashMap<>(), new HashSet<>(), new HashSet<>(), LedgerFiles.entered(client));
    try (Connection connection = ServiceDatabase.connect(client)) {
      // All of one moment: what is over in it has no notes in it. Arrivals are of a moment before.
      connection.setAutoCommit(false);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      ServiceDatabase.query(
          connection,
          "select round_id, participant, chunk, sha256 from privirec_client.masked_chunk",
          row -> notes.texts().put(chunk(row), row.getString(4)));
      ServiceDatabase.query(
          connection,
          """
          select round_id, participant from privirec_client.round_participation
          where sealed_state is null\
          """,
          row -> notes.over().add(row.getString(1) + " " + row.getString(2)));
      ServiceDatabase.query(
          connection,
          "select participant, number from privirec_client.masked_cell",
          row -> notes.cells().add(row.getString(1) + " " + row.getInt(2)));
    }
    return notes;
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
