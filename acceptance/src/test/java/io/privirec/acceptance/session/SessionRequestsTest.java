package io.privirec.acceptance.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.stage.deployment.Cells;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.algorithm.DpalsParameters;
import io.privirec.wire.algorithm.DpialsParameters;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import io.privirec.wire.algorithm.RehearsalParameters;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SessionRequestsTest {
  private static final int PARTICIPANTS = 8;
  private static final int ITEMS = 1_500;

  private static List<SessionRequest> drawn(int sessions) {
    SessionRequests requests =
        new SessionRequests(new SplittableRandom(7), new Cells(2), SessionKinds.MIXED, ITEMS);
    return Stream.generate(requests::next).limit(sessions).toList();
  }

  private static boolean isWindowed(RehearsalParameters rehearsal) {
    long bytes = Objects.requireNonNull(rehearsal.elements()) * rehearsal.ringBits() / Byte.SIZE;
    return bytes * (PARTICIPANTS + 1) > SessionRequests.stagingBudget(PARTICIPANTS);
  }

  @Test
  void next_manySessions_haveBothPoliciesAndOneCellOrAll() {
    List<SessionRequest> closed =
        drawn(1600).stream().filter(request -> request.cells() != null).toList();
    assertThat(closed).hasSizeBetween(960, 1120);
    for (String policy : List.of("wait", "leave-out-cells")) {
      for (List<Integer> cells : List.of(List.of(1), List.of(2), List.of(1, 2))) {
        assertThat(closed)
            .filteredOn(request -> policy.equals(onMissing(request)))
            .filteredOn(request -> cells.equals(request.cells()))
            .hasSizeGreaterThan(30);
      }
    }
  }

  @Test
  void next_manySessions_someHaveNoise_closedAndTolerant() {
    assertThat(drawn(200))
        .filteredOn(request -> request.parameters() instanceof ItemDegreesParameters)
        .hasSizeGreaterThan(20)
        .anyMatch(request -> request.cells() == null)
        .anyMatch(request -> request.cells() != null)
        .extracting(request -> SessionRequests.mark(request.parameters()))
        .doesNotHaveDuplicates();
  }

  @Test
  void next_manySessions_someAreLeastSquaresWithNoise_closedAndTolerant() {
    assertThat(drawn(200))
        .filteredOn(SessionRequestsTest::isFit)
        .hasSizeGreaterThan(20)
        .anyMatch(request -> request.cells() == null)
        .anyMatch(request -> request.cells() != null)
        .extracting(request -> SessionRequests.mark(request.parameters()))
        .doesNotHaveDuplicates();
  }

  @Test
  void next_ofDpalsAlone_isNothingElse() {
    SessionRequests requests =
        new SessionRequests(new SplittableRandom(7), new Cells(2), SessionKinds.DPALS, ITEMS);
    assertThat(Stream.generate(requests::next).limit(40))
        .allMatch(SessionRequestsTest::isFit)
        .extracting(SessionRequest::algorithm)
        .contains(DpalsParameters.ALGORITHM, DpialsParameters.ALGORITHM);
    assertThat(requests.patient()).matches(SessionRequestsTest::isFit);
  }

  private static boolean isFit(SessionRequest request) {
    return request.parameters() instanceof DpalsParameters
        || request.parameters() instanceof DpialsParameters;
  }

  @Test
  void next_manySessions_rehearsalsAreTolerantAndOverEverybody() {
    assertThat(drawn(100))
        .filteredOn(request -> request.parameters() instanceof RehearsalParameters)
        .isNotEmpty()
        .allSatisfy(request -> {
          assertThat(((RehearsalParameters) request.parameters()).roundKind())
              .isEqualTo("tolerant");
          assertThat(request.cells()).isNull();
          assertThat(onMissing(request)).isNull();
        });
  }

  @Test
  void next_aCampaignOfSessions_everyOtherRehearsalIsWindowed() {
    List<Boolean> windowed =
        drawn(52).stream()
            .map(SessionRequest::parameters)
            .filter(RehearsalParameters.class::isInstance)
            .map(RehearsalParameters.class::cast)
            .map(SessionRequestsTest::isWindowed)
            .toList();
    assertThat(windowed).hasSizeGreaterThan(4);
    for (int i = 0; i < windowed.size(); i++) {
      assertThat(windowed.get(i)).as("rehearsal " + i).isEqualTo(i % 2 == 0);
    }
  }

  private static String onMissing(SessionRequest request) {
    return Objects.requireNonNull(request.policy()).onMissing();
  }
}
