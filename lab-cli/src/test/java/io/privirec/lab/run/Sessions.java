package io.privirec.lab.run;

import io.privirec.wire.SessionRequest;
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
public final class Sessions {
  public static final List<String> COHORT =
      List.of("participant-01", "participant-02", "participant-03", "participant-04");

  private Sessions() {}

  /** Of a tolerant session. */
  public static SessionView view(Status status, Failure failure, RoundView... rounds) {
    return view(status, failure, Map.of(), rounds);
  }

  /** Of a tolerant session that took some seconds in stages. */
  public static SessionView view(
      Status status, Failure failure, Map<String, Double> stages, RoundView... rounds) {
    return view(status, "tolerant", List.of(), List.of(), failure, List.of(rounds), stages);
  }

  /** Of a session over cells. */
  public static SessionView closed(
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
        SessionRequest.NO_NOISE,
        status,
        failure,
        "semi-honest",
        "x25519",
        closed ? "closed" : "tolerant",
        closed ? onMissing : null,
        closed ? 3 : null,
        3,
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

  public static RoundView round(int index, int attempt, String phase) {
    return round(index, attempt, phase, COHORT, null);
  }

  public static RoundView round(
      int index, int attempt, String phase, List<String> survivors, Failure failure) {
    return round(index, attempt, phase, "full-spool", survivors, failure);
  }

  public static RoundView round(
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
        null,
        null);
  }
}
