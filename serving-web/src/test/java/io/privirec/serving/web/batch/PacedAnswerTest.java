package io.privirec.serving.web.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.privirec.edge.problem.Pace;
import io.privirec.edge.problem.ProblemException;
import io.privirec.wire.ProblemType;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PacedAnswerTest {
  private static final Pace ANY = new Pace(Duration.ofDays(1), 1);

  @Test
  void reader_thatKeepsThePace_butNotTheDeadline_isTooSlow() {
    PacedAnswer answer = new PacedAnswer(new ByteArrayOutputStream(), ANY, Duration.ZERO);
    ProblemException refusal =
        catchThrowableOfType(ProblemException.class, () -> answer.write(new byte[100_000]));
    assertThat(refusal.type()).isEqualTo(ProblemType.REQUEST_TIMEOUT);
  }

  @Test
  void reader_thatKeepsBoth_getsAll() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new PacedAnswer(out, ANY, Duration.ofDays(1)).write(new byte[100_000]);
    assertThat(out.size()).isEqualTo(100_000);
  }
}
