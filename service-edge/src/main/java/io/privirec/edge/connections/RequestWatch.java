package io.privirec.edge.connections;

import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.apache.coyote.Adapter;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;

/// Tells a connection when a request begins and ends. A request begins when its head is there.
/// Rejects a head with a bare line feed, and a request that would wait too long ([Admission]).
/// Closes old connections after an answer, and connections with many requests in a turn.
final class RequestWatch implements Adapter {
  /// The connection that this thread works for.
  static final ScopedValue<Connection> CONNECTION = ScopedValue.newInstance();

  /// The turn of this thread, where requests wait for turns.
  static final ScopedValue<Turn> TURN = ScopedValue.newInstance();

  /// The socket whose requests are refused.
  static final ScopedValue<SocketWrapperBase<?>> REFUSED = ScopedValue.newInstance();

  /// Paths of health and metrics, answered under any load.
  private static final List<String> ALWAYS = List.of("/livez", "/readyz", "/actuator/");

  private final Adapter service;
  private final Admission admission;

  RequestWatch(Adapter service, Admission admission) {
    this.service = service;
    this.admission = admission;
  }

  @Override
  public void service(Request request, Response response) throws Exception {
    begin();
    if (admission.isClosed()
        || (CONNECTION.isBound() && CONNECTION.get().isRetired())
        || (TURN.isBound() && TURN.get().isLast())) {
      response.addHeader("Connection", "close");
    }
    try {
      if (HeadLines.haveBareLineFeed(request)) {
        // As after an error of Tomcat's parser: no context sees the request, and the error report
        // valve answers. Tomcat closes the connection after each answer 400.
        response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
        response.setError();
      }
      // What the parser rejected has a status, and headers that cannot be relied on.
      boolean isReadable = response.getStatus() < HttpServletResponse.SC_BAD_REQUEST;
      if (REFUSED.isBound() && isReadable) {
        if (!isAlwaysAnswered(request)) {
          admission.refused();
          OverloadedAnswer.write(REFUSED.get(), request, response);
          return;
        }
        // The buffers of a socket hold one answer. The thread would wait for a caller that asks
        // again and again, and does not read.
        response.setHeader("Connection", "close");
      }
      service.service(request, response);
    } finally {
      end();
    }
  }

  /// The requests of a connection that a thread answers without a break. Tomcat goes on with a
  /// connection as long as a next request is there after an answer.
  static final class Turn {
    /// A caller that sends requests without waiting for answers would otherwise keep its place.
    private static final int MOST_REQUESTS = 64;

    private int requests;

    /// Counts a request, and returns whether the turn ends with it.
    private boolean isLast() {
      return ++requests >= MOST_REQUESTS;
    }
  }

  /// Health and metrics, asked for without a body.
  private static boolean isAlwaysAnswered(Request request) {
    return request.getContentLengthLong() <= 0
        && request.getHeader("Transfer-Encoding") == null
        && ALWAYS.stream().anyMatch(one -> request.requestURI().startsWithIgnoreCase(one, 0));
  }

  @Override
  public boolean asyncDispatch(Request request, Response response, SocketEvent event)
      throws Exception {
    begin();
    try {
      return service.asyncDispatch(request, response, event);
    } finally {
      end();
    }
  }

  private static void begin() {
    if (CONNECTION.isBound()) {
      CONNECTION.get().beginsRequest();
    }
  }

  private static void end() {
    if (CONNECTION.isBound()) {
      CONNECTION.get().endsRequest();
    }
  }

  @Override
  public boolean prepare(Request request, Response response) throws Exception {
    return service.prepare(request, response);
  }

  @Override
  public void log(Request request, Response response, long time) {
    service.log(request, response, time);
  }

  @Override
  public void checkRecycled(Request request, Response response) {
    service.checkRecycled(request, response);
  }

  @Override
  public String getDomain() {
    return service.getDomain();
  }
}
