package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.federation.registry.FormsWithoutNoise;
import io.privirec.federation.registry.ToldColumns;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The equations of sums without noise, of each algorithm in each form, in the coordinator's
/// ledger.
class EquationsForLifeTest {
  /// Equations of `als` have 40 · 41 / 2 + 40 numbers for each of the 40 items; `ials` shares a
  /// triangle of 820 numbers beside them.
  private static final Map<String, List<ToldColumns>> COLUMNS = ToldColumns.ofForms(40, 860, 881);

  @TempDir Path data;
  private final String schema = RunningCoordinator.newSchema();
  private RunningCoordinator coordinator;

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
      List<ToldColumns> told = COLUMNS.get(form.getKey());
      SessionView begun = begin(cohort, form);
      SessionView ran =
          cohort.runUntil(
              begun.id(), view -> view.rounds().size() == told.size() || view.status().isOver());
      assertThat(ran.rounds()).as(form.getKey()).hasSameSizeAs(told);
      coordinator.api().adminPost("/v1/sessions/" + begun.id() + ":cancel", "");
      for (ToldColumns sum : told) {
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
