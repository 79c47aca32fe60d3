package io.privirec.serving.web.batch;

import io.privirec.filter.lines.BrokenLineException;
import io.privirec.filter.lines.Utf8Lines;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The requests of a batch; blank lines are none. Not thread-safe.
public final class RequestLines {
  /// Room for a history of 20,000 items.
  static final int MAX_LINE_BYTES = 1 << 20;

  /// What is read ahead ends after the line that goes beyond this.
  private static final int MOST_TEXT = 1 << 16;

  private final Utf8Lines lines;

  public RequestLines(InputStream in) {
    this.lines = new Utf8Lines(in, MAX_LINE_BYTES);
  }

  /// One request.
  ///
  /// @param number of the line, from 1
  /// @param text JSON; empty where the line cannot be read
  /// @param fault why it cannot be read
  public record RequestLine(long number, String text, @Nullable String fault) {
    /// Hides the request: it has somebody's history.
    @Override
    public String toString() {
      return "RequestLine[" + number + "]";
    }
  }

  /// The next ones, at most so many, and fewer where they are long; none at the end.
  public List<RequestLine> next(int most) throws IOException {
    List<RequestLine> next = new ArrayList<>();
    long length = 0;
    while (next.size() < most && length < MOST_TEXT) {
      try {
        String text = lines.next();
        if (text == null) {
          return next;
        }
        if (!text.isBlank()) {
          next.add(new RequestLine(lines.number(), text, null));
          length += text.length();
        }
      } catch (BrokenLineException e) {
        next.add(new RequestLine(lines.number(), "", e.getMessage()));
      }
    }
    return next;
  }
}
