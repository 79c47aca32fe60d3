package io.privirec.serving.web.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.privirec.edge.problem.ProblemException;
import io.privirec.serving.web.batch.HeldBodies.HeldBody;
import io.privirec.wire.ProblemType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class HeldBodiesTest {
  private static final int MOST = 4 * HeldBodies.CHUNK;
  private static final int LINES = 10;

  private final HeldBodies bodies = new HeldBodies(MOST, LINES, MOST);

  private static InputStream body(int bytes) {
    byte[] body = new byte[bytes];
    Arrays.fill(body, (byte) 'x');
    return new ByteArrayInputStream(body);
  }

  private static InputStream text(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private ProblemType refusal(InputStream body) {
    return catchThrowableOfType(ProblemException.class, () -> bodies.read(body)).type();
  }

  @Test
  void body_ofAnyLength_comesOutAsItCameIn() throws Exception {
    for (int length : new int[] {1, HeldBodies.CHUNK - 1, HeldBodies.CHUNK, MOST - 1, MOST}) {
      byte[] sent = new byte[length];
      for (int n = 0; n < length; n++) {
        sent[n] = (byte) ('a' + n % 26);
      }
      try (HeldBody body = bodies.read(new ByteArrayInputStream(sent))) {
        assertThat(body.open().readAllBytes()).isEqualTo(sent);
        InputStream single = body.open();
        for (byte one : sent) {
          assertThat(single.read()).isEqualTo(one);
        }
        assertThat(single.read()).isEqualTo(-1);
      }
    }
  }

  @Test
  void body_thatIsTooLargeOrEmpty_isRefused_andHoldsNothing() throws Exception {
    for (int n = 0; n < 10; n++) {
      assertThat(refusal(body(MOST + 1))).isEqualTo(ProblemType.PAYLOAD_TOO_LARGE);
      assertThat(refusal(text("x\n".repeat(LINES + 1)))).isEqualTo(ProblemType.PAYLOAD_TOO_LARGE);
      assertThat(refusal(text("\n \r\n\t\n"))).isEqualTo(ProblemType.EMPTY_DATASET);
      assertThat(refusal(new BreakingBody())).isEqualTo(ProblemType.REQUEST_TIMEOUT);
    }
    bodies.read(text("\n\nx\n".repeat(LINES))).close();
    bodies.read(body(MOST)).close();
  }

  @Test
  void bodies_together_takeNoMoreThanTheirMemory_andGiveItBack() throws Exception {
    HeldBody held = bodies.read(body(3 * HeldBodies.CHUNK));
    assertThat(refusal(body(HeldBodies.CHUNK + 1))).isEqualTo(ProblemType.TOO_MANY_REQUESTS);
    bodies.read(body(HeldBodies.CHUNK)).close();
    held.close();
    bodies.read(body(MOST)).close();
  }

  @Test
  void bodyOnItsWay_holdsWhatHasCome() throws Exception {
    InputStream rest =
        new InputStream() {
          private boolean isAsked;

          @Override
          public int read() throws IOException {
            if (!isAsked) {
              isAsked = true;
              // One chunk has come; the others are free.
              bodies.read(body(3 * HeldBodies.CHUNK)).close();
              assertThat(refusal(body(MOST))).isEqualTo(ProblemType.TOO_MANY_REQUESTS);
            }
            return -1;
          }

          @Override
          public int read(byte[] into, int from, int length) throws IOException {
            return read();
          }
        };
    bodies.read(new SequenceInputStream(body(HeldBodies.CHUNK), rest)).close();
  }

  /// Ends in a problem after its first chunk.
  private static final class BreakingBody extends InputStream {
    private int read;

    @Override
    public int read() {
      if (read++ > HeldBodies.CHUNK) {
        throw new ProblemException(ProblemType.REQUEST_TIMEOUT, "too slow");
      }
      return 'x';
    }

    @Override
    public int read(byte[] into, int from, int length) {
      into[from] = (byte) read();
      return 1;
    }
  }
}
