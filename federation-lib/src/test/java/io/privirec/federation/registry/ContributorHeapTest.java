package io.privirec.federation.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.federation.AskedNoise;
import io.privirec.federation.dpals.Dpals;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The bytes that a client-service compares with its heap before it takes part.
class ContributorHeapTest {
  private static final int ITEMS = 1_000_000;
  private static final int PARTICIPANTS = 10;
  private static final AskedNoise NOISE =
      new AskedNoise.Expected(
          PrivacyParameters.of(3.0, 1e-6).withUnit(PrivacyParameters.USER).withColluders(2));

  private static AlgorithmParameters noisy(String algorithm) throws Exception {
    return AlgorithmRegistry.settle(algorithm, null, NOISE, ITEMS, PARTICIPANTS, () -> 9);
  }

  private static long bytes(AlgorithmParameters settled) throws Exception {
    return AlgorithmRegistry.build(settled, ITEMS).workingSet().participant();
  }

  @ParameterizedTest
  @ValueSource(strings = {"item-degrees", "privirec", "privirec-k", "fedpower-private"})
  void contributorWithNoise_holdsACountOfEachItem(String algorithm) throws Exception {
    assertThat(bytes(noisy(algorithm))).isGreaterThanOrEqualTo((long) Long.BYTES * ITEMS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dpals", "dpials"})
  void contributorOfVectors_holdsThemTwice(String algorithm) throws Exception {
    AlgorithmParameters settled = noisy(algorithm);
    Dpals dpals = (Dpals) AlgorithmRegistry.settings(settled, ITEMS);
    int rank = dpals.als().rank();
    long frequent = dpals.als().frequent(ITEMS);

    assertThat(bytes(settled))
        .isGreaterThanOrEqualTo(
            2L * Float.BYTES * ITEMS * (rank + 1) + Float.BYTES * frequent * rank);
  }

  @Test
  void contributorWithoutNoise_holdsACountOfEachItem() throws Exception {
    Map<String, AlgorithmParameters> forms = FormsWithoutNoise.all(ITEMS, PARTICIPANTS, "p1");

    assertThat(forms).isNotEmpty();
    for (Map.Entry<String, AlgorithmParameters> form : forms.entrySet()) {
      assertThat(bytes(form.getValue()))
          .as(form.getKey())
          .isGreaterThanOrEqualTo((long) Long.BYTES * ITEMS);
    }
  }
}
