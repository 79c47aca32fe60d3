package io.privirec.edge.problem;

import jakarta.servlet.http.HttpServletRequest;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/// The 32 hex digits that name a request: those of its span, where traces are exported; else the
/// caller's W3C `traceparent`, else new ones.
public final class TraceId {
  static final String MDC_KEY = "traceId";

  private static final String ATTRIBUTE = TraceId.class.getName();

  /// Of ids that begin with eight zeros is one none, by W3C, and the others are those of sessions:
  /// nobody shall put lines among a session's.
  private static final Pattern TRACEPARENT =
      Pattern.compile("[0-9a-f]{2}-((?!0{8})[0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}");

  private TraceId() {}

  /// The id of this request; the same for its whole life.
  public static String of(HttpServletRequest request) {
    if (request.getAttribute(ATTRIBUTE) instanceof String known) {
      return known;
    }
    String ofSpan = MDC.get(MDC_KEY);
    String id = ofSpan == null ? parse(request.getHeader("traceparent")) : ofSpan;
    request.setAttribute(ATTRIBUTE, id);
    return id;
  }

  static String parse(@Nullable String traceparent) {
    if (traceparent != null) {
      Matcher matcher = TRACEPARENT.matcher(traceparent);
      if (matcher.matches()) {
        return matcher.group(1);
      }
    }
    return fresh();
  }

  private static String fresh() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
  }
}
