package io.privirec.serving.web.batch;

import io.privirec.edge.lines.Utf8Lines;
import io.privirec.edge.lines.Utf8Lines.BrokenLineException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The requests of a batch; blank lines are none. Not thread-safe. */
public final class RequestLines {
  /** Room for a history of 20,000 items. */
  static final int MAX_LINE_BYTES = 1 << 20;

  private final Utf8Lines lines;

  public RequestLines(InputStream in) {
    this.lines = new Utf8Lines(in, MAX_LINE_BYTES);
  }

  /**
   * One request.
   *
   * @param number of the line, from 1
   * @param text JSON; empty where the line cannot be read
   * @param fault why it cannot be read
   */
  public record RequestLine(long number, String text, @Nullable String fault) {
    /** Hides the request: it has somebody's history. */
    @Override
    public String toString() {
      return "RequestLine[" + number + "]";
    }
  }

  /** The next ones, at most so many; none at the end. */
  public List<RequestLine> next(int most) throws IOException {
    List<RequestLine> next = new ArrayList<>();
    while (next.size() < most) {
      try {
        String text = lines.next();
        if (text == null) {
          return next;
        }
        if (!text.isBlank()) {
          next.add(new RequestLine(lines.number(), text, null));
        }
      } catch (BrokenLineException e) {
        next.add(new RequestLine(lines.number(), "", e.getMessage()));
      }
    }
    return next;
  }
}
