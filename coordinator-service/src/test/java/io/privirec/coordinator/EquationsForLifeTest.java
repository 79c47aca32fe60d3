package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.federation.registry.FormsWithoutNoise;
import io.privirec.wire.CoordinatorLedgerView;
import io.privirec.wire.CoordinatorLedgerView.Account;
import io.privirec.wire.OpenedEquations;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.AlgorithmParameters;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The equations of sums without noise, of each algorithm in each form, in the coordinator's
/// ledger.
class EquationsForLifeTest {
  /// Columns that the first and the second sum of each form tell the coordinator, and, after a
  /// slash, each participant. Counts are a column. A product has the rank, 2, and the Gram matrix
  /// has a column for each of the 40 items. Equations of `als` have 40 · 41 / 2 + 40 numbers for
  /// each item; `ials` shares a triangle of 820 numbers beside them.
  private static final Map<String, List<Told>> COLUMNS =
      columns(
          """
          als 1/1 860/860
          ials 1/1 881/881
          ddppm/plain 1/1 2/4
          ddppm/secure 1/1 2/4
          fedpower 1/1 2/2
          fedpower-utility 1/1 2/0
          item-degrees 1/0
          privirec/gf-cf 1/1 40/40
          privirec/turbo-cf 1/1 40/0
          privirec/bspm-late 1/1 40/40
          privirec/bspm-early 1/1 40/40
          privirec-k/gf-cf 1/1 2/2
          privirec-k/spectral 1/1 2/2
          privirec-k/turbo-cf 1/1 2/2
          privirec-k/bspm-late 1/1 2/2
          privirec-k/bspm-early 1/1 2/2
          privirec-k/diag-t 1/1 2/2
          privirec-k/nystrom 1/1 2/2
          privirec-k/krylov 1/1 2/2
          privirec-k/ritz 1/1 2/2
          """);

  @TempDir Path data;
  private final String schema = RunningCoordinator.newSchema();
  private RunningCoordinator coordinator;

  /// Columns that a sum tells the coordinator, and each participant.
  private record Told(long columns, long ofPeers) {}

  private static Map<String, List<Told>> columns(String table) {
    return table
        .lines()
        .map(line -> line.split(" ", 2))
        .collect(Collectors.toMap(cells -> cells[0], cells -> sums(cells[1])));
  }

  private static List<Told> sums(String cells) {
    return Stream.of(cells.split(" ", -1))
        .map(cell -> cell.split("/", -1))
        .map(cell -> new Told(Long.parseLong(cell[0]), Long.parseLong(cell[1])))
        .toList();
  }

  @BeforeEach
  void start() {
    coordinator = RunningCoordinator.startIn(schema, data);
  }

  @AfterEach
  void stop() {
    coordinator.close();
  }

  private CoordinatorLedgerView ledger() {
    return coordinator.api().adminGet("/v1/privacy/ledger").as(CoordinatorLedgerView.class);
  }

  /// Each session is over a snapshot of its own, and ends in its first or second round. A restart
  /// comes last.
  @Test
  void sums_ofAllAlgorithmsAndSnapshots_addUp_alsoAfterARestart() {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "forms", 4);
    int items = TestCatalogue.ensure(coordinator.api()).items();
    Map<String, AlgorithmParameters> forms =
        FormsWithoutNoise.all(items, cohort.names().size(), cohort.names().getFirst());
    assertThat(forms.keySet()).containsExactlyInAnyOrderElementsOf(COLUMNS.keySet());
    Map<String, Long> participants = new TreeMap<>();
    long columns = 0;
    long sums = 0;
    for (Map.Entry<String, AlgorithmParameters> form : forms.entrySet()) {
      List<Told> told = COLUMNS.get(form.getKey());
      SessionView begun = begin(cohort, form);
      SessionView ran =
          cohort.runUntil(
              begun.id(), view -> view.rounds().size() == told.size() || view.status().isOver());
      assertThat(ran.rounds()).as(form.getKey()).hasSameSizeAs(told);
      coordinator.api().adminPost("/v1/sessions/" + begun.id() + ":cancel", "");
      for (Told sum : told) {
        columns += sum.columns();
        if (sum.ofPeers() > 0) {
          cohort.names().forEach(name -> participants.merge(name, sum.ofPeers(), Long::sum));
        }
        sums++;
      }
      assertThat(account())
          .as(form.getKey())
          .isEqualTo(account(cohort, sums, columns, participants));
    }

    Account before = account();
    stop();
    start();

    assertThat(account()).isEqualTo(before);
    assertThat(before.equations().participants().keySet())
        .containsExactlyElementsOf(cohort.names());
  }

  private static SessionView begin(TestCohort cohort, Map.Entry<String, AlgorithmParameters> form) {
    SessionView begun =
        cohort.start(
            new SessionRequest(
                form.getKey().replaceFirst("/.*", ""),
                form.getValue(),
                SessionRequest.NO_NOISE,
                cohort.names(),
                null,
                TestCohort.patient(1)));
    cohort.dataFor(begun);
    return begun;
  }

  private Account account() {
    return ledger().accounts().getFirst();
  }

  private static Account account(
      TestCohort cohort, long sums, long columns, Map<String, Long> participants) {
    return new Account(
        cohort.names(), 0, sums, 0, 0, new OpenedEquations(columns, participants, 0), false);
  }
}
