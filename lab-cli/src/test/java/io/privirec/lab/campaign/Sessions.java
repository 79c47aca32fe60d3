package io.privirec.lab.campaign;

import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Failure;
import io.privirec.wire.SessionView.RoundView;
import io.privirec.wire.SessionView.Status;
import io.privirec.wire.StagingView;
import io.privirec.wire.algorithm.PriviRecKParameters;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Views of sessions for tests. */
final class Sessions {
  static final List<String> COHORT =
      List.of("participant-01", "participant-02", "participant-03", "participant-04");

  private Sessions() {}

  static SessionView view(Status status, RoundView round, Map<String, Double> stages) {
    return view(status, null, List.of(round), stages);
  }

  static SessionView view(
      Status status, Failure failure, List<RoundView> rounds, Map<String, Double> stages) {
    return view(status, "tolerant", List.of(), List.of(), failure, rounds, stages);
  }

  /** Of a session over cells. */
  static SessionView closed(
      Status status,
      String onMissing,
      List<Integer> cells,
      List<Integer> cellsLeftOut,
      Failure failure,
      RoundView... rounds) {
    return view(status, onMissing, cells, cellsLeftOut, failure, List.of(rounds), Map.of());
  }

  private static SessionView view(
      Status status,
      String onMissing,
      List<Integer> cells,
      List<Integer> cellsLeftOut,
      Failure failure,
      List<RoundView> rounds,
      Map<String, Double> stages) {
    boolean closed = !cells.isEmpty();
    return new SessionView(
        "s1",
        PriviRecKParameters.ALGORITHM,
        PriviRecKParameters.gfCf(2, 1, 0.3, 1L, 2, 10),
        status,
        failure,
        "semi-honest",
        "x25519",
        closed ? "closed" : "tolerant",
        closed ? onMissing : null,
        closed ? 3 : null,
        closed ? 1 : null,
        cells,
        cellsLeftOut,
        1,
        Instant.EPOCH,
        COHORT,
        COHORT,
        List.of(),
        rounds,
        status == Status.PUBLISHED ? "r-s1" : null,
        Instant.EPOCH,
        null,
        null,
        stages,
        List.of());
  }

  static RoundView round(int index, int attempt, String phase) {
    return round(index, attempt, phase, COHORT, null);
  }

  static RoundView round(
      int index, int attempt, String phase, List<String> survivors, Failure failure) {
    return round(index, attempt, phase, "full-spool", survivors, failure);
  }

  static RoundView round(
      int index,
      int attempt,
      String phase,
      String staging,
      List<String> survivors,
      Failure failure) {
    return new RoundView(
        "00",
        index,
        attempt,
        "a round",
        "semi-honest",
        phase,
        0,
        4,
        0,
        4,
        new StagingView(staging, null, 1000),
        survivors,
        List.of(),
        failure,
        null);
  }
}
