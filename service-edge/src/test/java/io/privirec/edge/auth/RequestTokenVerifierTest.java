package io.privirec.edge.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.edge.TestParticipant;
import io.privirec.secagg.ParticipantId;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/// Tokens of participants whose clocks differ from the service's.
@ExtendWith(OutputCaptureExtension.class)
class RequestTokenVerifierTest {
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
  private static final URI WORK = URI.create("http://localhost/v1/work");

  private Instant now = NOW;
  private final Clock clock = ((InstantSource) () -> now).withZone(ZoneOffset.UTC);
  private final RequestTokenVerifier verifier =
      new RequestTokenVerifier(
          _ -> Optional.of(TestParticipant.IDENTITY.publicKey()), clock, Duration.ofMinutes(5));

  private static String token(Instant at) {
    return new RequestTokenIssuer(
            TestParticipant.ID, TestParticipant.IDENTITY, Clock.fixed(at, ZoneOffset.UTC))
        .issue("GET", WORK);
  }

  private void verify(String token) throws GeneralSecurityException {
    assertThat(verifier.verify(token, "GET", WORK.getRawPath()).id()).isEqualTo(TestParticipant.ID);
  }

  @ParameterizedTest
  @CsvSource({"300", "30", "0", "-359"})
  void clock_withinTheLeeway_isAccepted(long ahead) throws Exception {
    verify(token(NOW.plusSeconds(ahead)));
    assertThat(verifier.largestClockDifference()).isEqualTo((double) Math.abs(ahead));
  }

  @ParameterizedTest
  @CsvSource({
    "600, '600 s ahead of this service', in the future",
    "301, '301 s ahead of this service', in the future",
    "-600, '600 s behind this service', has expired"
  })
  void clock_beyondTheLeeway_isNamedInProblemLogAndGauge(
      long ahead, String difference, String fault, CapturedOutput output) {
    for (int n = 0; n < 5; n++) {
      assertThatThrownBy(() -> verify(token(NOW.plusSeconds(ahead))))
          .isInstanceOf(GeneralSecurityException.class)
          .hasMessageContaining(fault)
          .hasMessageContaining(difference)
          .hasMessageContaining("may differ by 300 s");
    }
    assertThat(verifier.largestClockDifference()).isEqualTo((double) Math.abs(ahead));
    assertThat(output).containsOnlyOnce("its clock is " + difference);
  }

  /// The clock of the service itself differs from all others.
  @Test
  void clocksOfHundredParticipants_haveFewLines(CapturedOutput output) {
    IntStream.range(0, 100)
        .parallel()
        .forEach(n -> {
          String token =
              new RequestTokenIssuer(
                      new ParticipantId("shop-" + n),
                      TestParticipant.IDENTITY,
                      Clock.fixed(NOW.plusSeconds(600), ZoneOffset.UTC))
                  .issue("GET", WORK);
          assertThatThrownBy(() -> verifier.verify(token, "GET", WORK.getRawPath()))
              .hasMessageContaining("600 s ahead of this service");
        });
    assertThat(output.getOut().lines().filter(line -> line.contains("its clock is"))).hasSize(10);
    assertThat(output).containsOnlyOnce("If this service's clock is wrong, set it");
  }

  /// Tokens of a clock that is ahead do not live longer.
  @Test
  void copiedToken_livesAsLongAsWithClocksThatAgree() throws Exception {
    Duration ahead = Duration.ofMinutes(4);
    String copied = token(NOW.plus(ahead));
    verify(copied);
    now = NOW.plusSeconds(90);
    verify(token(now.plus(ahead)));
    verify(copied);
    now = NOW.plusSeconds(91);
    verify(token(now.plus(ahead)));
    assertThatThrownBy(() -> verify(copied))
        .hasMessageContaining("91 s older than another one of the participant, and may be 90 s");
  }

  /// Anybody who has read a request can repeat it. The participant's clock is not to blame.
  @Test
  void oldTokens_ofAParticipantThatIsActive_tellNothingOfItsClock(CapturedOutput output)
      throws Exception {
    String old = token(NOW);
    verify(old);
    now = NOW.plusSeconds(600);
    verify(token(now.minusSeconds(2)));
    assertThatThrownBy(() -> verify(old)).hasMessageContaining("the request is an old one");
    assertThatThrownBy(() -> verify(token(now.minusSeconds(200))))
        .hasMessageContaining("older than another one");
    assertThat(verifier.largestClockDifference()).isEqualTo(2.);
    assertThat(output).doesNotContain("its clock is");
  }

  @Test
  void clock_thatIsSetBack_isNamedOnceNoTokenWasAcceptedForTwoMinutes(CapturedOutput output)
      throws Exception {
    verify(token(NOW));
    now = NOW.plusSeconds(60);
    assertThatThrownBy(() -> verify(token(now.minusSeconds(600)))).hasMessageContaining("old one");
    now = NOW.plusSeconds(120);
    assertThatThrownBy(() -> verify(token(now.minusSeconds(600))))
        .hasMessageContaining("600 s behind this service");
    assertThat(verifier.largestClockDifference()).isEqualTo(600.);
    assertThat(output).contains("its clock is 600 s behind");
  }

  /// A wrong signature does not change the time of the participant.
  @Test
  void forgedToken_doesNotCount() throws Exception {
    String good = token(NOW.plusSeconds(240));
    String forged = good.substring(0, good.length() - 8) + "AAAAAAAA";
    assertThatThrownBy(() -> verify(forged)).hasMessageContaining("not signed by the key");
    verify(token(NOW));
  }
}
