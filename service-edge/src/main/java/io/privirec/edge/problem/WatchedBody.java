package io.privirec.edge.problem;

import io.privirec.wire.ProblemType;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/// A request whose body is read through a stream that may refuse to go on.
final class WatchedBody extends HttpServletRequestWrapper {
  private final Function<ServletInputStream, Stream> watch;

  /// @param watch makes the stream, once the body is asked for
  WatchedBody(HttpServletRequest request, Function<ServletInputStream, Stream> watch) {
    super(request);
    this.watch = watch;
  }

  @Override
  public ServletInputStream getInputStream() throws IOException {
    return watch.apply(super.getInputStream());
  }

  /// As text, through the same stream.
  @Override
  public BufferedReader getReader() throws IOException {
    return new BufferedReader(new InputStreamReader(getInputStream(), charset()));
  }

  private Charset charset() {
    String encoding = getCharacterEncoding();
    try {
      return encoding == null ? StandardCharsets.UTF_8 : Charset.forName(encoding);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(ProblemType.UNSUPPORTED_MEDIA_TYPE, "The charset is not known");
    }
  }

  /// Every way of blocking reads ends in [#receive].
  abstract static class Stream extends ServletInputStream {
    private final ServletInputStream in;

    Stream(ServletInputStream in) {
      this.in = in;
    }

    /// Reads as [int, int)][java.io.InputStream#read(byte[],] does.
    ///
    /// @throws ProblemException when the body is refused
    abstract int receive(ServletInputStream in, byte[] into, int from, int length)
        throws IOException;

    @Override
    public final int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public final int read(byte[] into, int from, int length) throws IOException {
      return receive(in, into, from, length);
    }

    @Override
    public boolean isFinished() {
      return in.isFinished();
    }

    @Override
    public boolean isReady() {
      return in.isReady();
    }

    @Override
    public void setReadListener(ReadListener listener) {
      in.setReadListener(listener);
    }
  }
}
