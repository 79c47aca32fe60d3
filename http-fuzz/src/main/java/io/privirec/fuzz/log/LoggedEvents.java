package io.privirec.fuzz.log;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;

/// The events that this process logs, with their fields, until it is closed.
public final class LoggedEvents implements AutoCloseable {
  private static final String ACTION = "event.action";
  private static final String TRACE = "traceId";

  private final Queue<Map<String, String>> events = new ConcurrentLinkedQueue<>();
  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          keep(event);
        }
      };

  private LoggedEvents() {}

  /// Begins now. A service that starts later takes the log over: start it before.
  public static LoggedEvents watch() {
    LoggedEvents events = new LoggedEvents();
    events.appender.setContext(events.root.getLoggerContext());
    events.appender.start();
    events.root.addAppender(events.appender);
    return events;
  }

  private void keep(ILoggingEvent event) {
    List<KeyValuePair> pairs = event.getKeyValuePairs();
    if (pairs == null) {
      return;
    }
    Map<String, String> fields = new TreeMap<>();
    pairs.forEach(pair -> fields.put(pair.key, String.valueOf(pair.value)));
    String trace = event.getMDCPropertyMap().get(TRACE);
    if (trace != null) {
      fields.put(TRACE, trace);
    }
    events.add(fields);
  }

  /// The fields of those with an action, in order; its trace id, if it has one, among them as
  /// `traceId`.
  public List<Map<String, String>> of(String action) {
    List<Map<String, String>> found = new ArrayList<>();
    for (Map<String, String> fields : events) {
      if (action.equals(fields.get(ACTION))) {
        found.add(fields);
      }
    }
    return found;
  }

  @Override
  public void close() {
    root.detachAppender(appender);
    appender.stop();
  }
}
