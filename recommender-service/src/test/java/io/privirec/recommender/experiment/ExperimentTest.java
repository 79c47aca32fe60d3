package io.privirec.recommender.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.wire.ExperimentArm;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExperimentTest {
  private static final int SUBJECTS = 10_000;

  private static Experiment experiment(String salt, int... weights) {
    List<ExperimentArm> arms =
        Arrays.stream(weights)
            .mapToObj(weight -> new ExperimentArm("w" + weight, "r-1", weight))
            .toList();
    return new Experiment("e", salt, arms, Instant.EPOCH);
  }

  private static Map<String, Integer> split(Experiment experiment) {
    Map<String, Integer> subjects = new HashMap<>();
    for (int n = 0; n < SUBJECTS; n++) {
      subjects.merge(experiment.armOf("subject-" + n).name(), 1, Integer::sum);
    }
    return subjects;
  }

  @Test
  void split_over10000Subjects_isCloseToTheWeights() {
    Map<String, Integer> subjects = split(experiment("salt", 70, 20, 10));
    // Within four standard deviations of a fair draw.
    assertThat(subjects.get("w70")).isBetween(6817, 7183);
    assertThat(subjects.get("w20")).isBetween(1840, 2160);
    assertThat(subjects.get("w10")).isBetween(880, 1120);
  }

  /// Frozen: another number would move subjects of experiments that run.
  @Test
  void split_isTheDocumentedHash() {
    // sha256("salt" 00 "subject-0"), sha256("salt" 00 "subject-1"), … by another implementation.
    Experiment halves = experiment("salt", 1, 2);
    assertThat(
            Arrays.asList(
                halves.armOf("subject-0").name(),
                halves.armOf("subject-1").name(),
                halves.armOf("subject-2").name(),
                halves.armOf("subject-3").name(),
                halves.armOf("subject-4").name(),
                halves.armOf("subject-5").name()))
        .containsExactly("w2", "w2", "w1", "w1", "w2", "w1");
    assertThat(split(halves).get("w1")).isEqualTo(3318);
  }

  @Test
  void anotherSalt_splitsAnew() {
    Experiment one = experiment("one", 50, 51);
    Experiment other = experiment("other", 50, 51);
    int moved = 0;
    for (int n = 0; n < SUBJECTS; n++) {
      if (!one.armOf("s" + n).equals(other.armOf("s" + n))) {
        moved++;
      }
    }
    assertThat(moved).isBetween(4800, 5200);
  }

  @Test
  void armsWithoutWeight_areRefused() {
    assertThatThrownBy(() -> experiment("s")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> experiment("s", 0)).isInstanceOf(IllegalArgumentException.class);
  }
}
