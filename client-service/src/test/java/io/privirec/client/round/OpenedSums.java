package io.privirec.client.round;

import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Over whom exact sums were opened, and what follows from them by adding and subtracting.
final class OpenedSums {
  private static final double ZERO = 1e-9;

  private final List<String> participants;
  private final List<Set<String>> sets = new ArrayList<>();

  OpenedSums(List<String> participants) {
    this.participants = participants;
  }

  /// A sum that the coordinator has formed.
  void add(Aggregate sum) {
    sets.add(
        sum.survivors().stream().map(ParticipantId::value).collect(Collectors.toUnmodifiableSet()));
  }

  void add(Set<String> set) {
    sets.add(set);
  }

  List<Set<String>> sets() {
    return List.copyOf(sets);
  }

  /// The numbers of a sum of item degrees.
  static long[] numbers(Aggregate sum) throws IOException {
    RingVector vector =
        RingVector.zero(
            new PriviRecK(4, 2, 1, 0.3, 1, 2, 4).algorithm().specs().getFirst().vector().ring(),
            Math.toIntExact(sum.length()));
    sum.read(0, vector);
    long[] numbers = new long[vector.length()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = vector.getSigned(i);
    }
    return numbers;
  }

  /// Participants whose own vector is a combination of the sums: those whose indicator lies in the
  /// span of the indicators of the sets.
  List<String> toldApart() {
    int rank = rank(sets);
    List<String> apart = new ArrayList<>();
    for (String participant : participants) {
      List<Set<String>> more = new ArrayList<>(sets);
      more.add(Set.of(participant));
      if (rank(more) == rank) {
        apart.add(participant);
      }
    }
    return apart;
  }

  /// By Gaussian elimination with the largest pivot.
  private int rank(List<Set<String>> of) {
    double[][] rows = new double[of.size()][participants.size()];
    for (int r = 0; r < rows.length; r++) {
      for (int c = 0; c < participants.size(); c++) {
        rows[r][c] = of.get(r).contains(participants.get(c)) ? 1 : 0;
      }
    }
    int rank = 0;
    for (int c = 0; c < participants.size() && rank < rows.length; c++) {
      int pivot = rank;
      for (int r = rank; r < rows.length; r++) {
        pivot = Math.abs(rows[r][c]) > Math.abs(rows[pivot][c]) ? r : pivot;
      }
      if (Math.abs(rows[pivot][c]) < ZERO) {
        continue;
      }
      double[] head = rows[pivot];
      rows[pivot] = rows[rank];
      rows[rank] = head;
      for (int r = rank + 1; r < rows.length; r++) {
        double factor = rows[r][c] / head[c];
        for (int k = c; k < participants.size(); k++) {
          rows[r][k] -= factor * head[k];
        }
      }
      rank++;
    }
    return rank;
  }
}
