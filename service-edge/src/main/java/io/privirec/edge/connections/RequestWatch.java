package io.privirec.edge.connections;

import jakarta.servlet.http.HttpServletResponse;
import org.apache.coyote.Adapter;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.tomcat.util.net.SocketEvent;

/// Tells a connection when a request begins, which is when its head is there, and ends. Rejects a
/// head with a bare line feed. Closes connections that are old, after an answer.
final class RequestWatch implements Adapter {
  /// The connection that this thread works for.
  static final ScopedValue<Connection> CONNECTION = ScopedValue.newInstance();

  private final Adapter service;

  RequestWatch(Adapter service) {
    this.service = service;
  }

  @Override
  public void service(Request request, Response response) throws Exception {
    begin();
    if (CONNECTION.isBound() && CONNECTION.get().isRetired()) {
      response.addHeader("Connection", "close");
    }
    try {
      if (HeadLines.haveBareLineFeed(request)) {
        // As after an error of Tomcat's parser: no context sees the request, and the error report
        // valve answers. Tomcat closes the connection after each answer 400.
        response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
        response.setError();
      }
      service.service(request, response);
    } finally {
      end();
    }
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
