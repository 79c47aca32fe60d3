package io.privirec.edge.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.wire.ProblemType;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class BodyPaceTest {
  private static final int BYTES = 4;

  /// Each read takes longer than it allows.
  private final BodyPace pace =
      new BodyPace(
          new Pace(Duration.ZERO, Long.MAX_VALUE), new Pace(Duration.ZERO, Long.MAX_VALUE));

  /// Reads a body of four bytes, one at a time.
  ///
  /// @param there bytes that have come in already
  private int read(int there) throws Exception {
    AtomicInteger left = new AtomicInteger(BYTES);
    ServletInputStream body =
        new ServletInputStream() {
          @Override
          public int read() {
            return left.getAndDecrement() > 0 ? 'a' : -1;
          }

          @Override
          public int read(byte[] into, int from, int length) {
            int next = read();
            into[from] = (byte) next;
            return next < 0 ? -1 : 1;
          }

          @Override
          public int available() {
            return Math.max(0, there - (BYTES - left.get()));
          }

          @Override
          public boolean isFinished() {
            return left.get() <= 0;
          }

          @Override
          public boolean isReady() {
            return true;
          }

          @Override
          public void setReadListener(ReadListener listener) {
            throw new UnsupportedOperationException();
          }
        };
    MockHttpServletRequest request =
        new MockHttpServletRequest("POST", "/") {
          @Override
          public ServletInputStream getInputStream() {
            return body;
          }
        };
    AtomicInteger received = new AtomicInteger();
    pace.doFilter(
        request,
        new MockHttpServletResponse(),
        (wrapped, _) -> {
          while (wrapped.getInputStream().read() >= 0) {
            received.incrementAndGet();
          }
        });
    return received.get();
  }

  @Test
  void bodyThatIsThere_whoseReaderComesLate_isTaken() throws Exception {
    assertThat(read(BYTES)).isEqualTo(BYTES);
  }

  @Test
  void bodyThatIsNotThere_isRefused() {
    assertThatThrownBy(() -> read(2))
        .isInstanceOfSatisfying(
            ProblemException.class,
            refused -> assertThat(refused.type()).isEqualTo(ProblemType.REQUEST_TIMEOUT));
  }
}
