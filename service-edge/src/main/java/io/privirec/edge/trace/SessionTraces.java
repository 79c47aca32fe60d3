package io.privirec.edge.trace;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import io.privirec.crypto.digest.Digest;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/// One session as one trace, in every service that works on it and for as long as it lasts: the id
/// of the trace is made of the session's, so that nobody has to carry it. Lines of the log have it
/// in any case; spans are made where traces are exported.
public final class SessionTraces {
  /// The key of the trace id in each line of the log.
  private static final String LOG_KEY = "traceId";

  /// As the coordinator makes them: 12 random bytes.
  private static final Pattern ID = Pattern.compile("[0-9a-f]{24}");

  private static final int TRACE_DIGITS = 32;
  private static final int SPAN_DIGITS = 16;

  private final ObservationRegistry observations;

  /// @param observations of a service that exports traces; of another one, the one that does
  ///   nothing
  SessionTraces(ObservationRegistry observations) {
    this.observations = observations;
  }

  /// Of no exporter.
  public static SessionTraces ofTheLog() {
    return new SessionTraces(ObservationRegistry.NOOP);
  }

  /// The id of a session's trace: 32 hex digits, the session's 24 among them.
  public static String traceId(String session) {
    return ID.matcher(session).matches()
        ? "0".repeat(TRACE_DIGITS - session.length()) + session
        : Digest.of(session.getBytes(StandardCharsets.UTF_8)).hex().substring(0, TRACE_DIGITS);
  }

  /// Has this thread's lines of the log bear the id of a session's trace, until it is closed.
  public static MDC.MDCCloseable logged(String session) {
    return MDC.putCloseable(LOG_KEY, traceId(session));
  }

  /// Begins some work on a session by this thread. Close it when the work is done.
  ///
  /// @param what names the span: one of a few for each round of a session
  public Work begin(String session, String what) {
    String id = traceId(session);
    ReceiverContext<Map<String, String>> parent =
        new ReceiverContext<>((carrier, key) -> carrier.get(key), Kind.CONSUMER);
    // Sampled always: a session is rare, and one is looked at as a whole. Its root is nobody's
    // span.
    parent.setCarrier(
        Map.of("traceparent", "00-" + id + "-" + id.substring(TRACE_DIGITS - SPAN_DIGITS) + "-01"));
    Observation span =
        Observation.createNotStarted("privirec.session", () -> parent, observations)
            .contextualName(what)
            .highCardinalityKeyValue("privirec.session", session)
            .start();
    String before = MDC.get(LOG_KEY);
    MDC.put(LOG_KEY, id);
    return new Work(span, span.openScope(), before);
  }

  /// What a thread does for a session. Ends on the thread that began it.
  public static final class Work implements AutoCloseable {
    private final Observation span;
    private final Observation.Scope scope;
    private final @Nullable String before;

    private Work(Observation span, Observation.Scope scope, @Nullable String before) {
      this.span = span;
      this.scope = scope;
      this.before = before;
    }

    @Override
    public void close() {
      scope.close();
      span.stop();
      if (before == null) {
        MDC.remove(LOG_KEY);
      } else {
        MDC.put(LOG_KEY, before);
      }
    }
  }
}
