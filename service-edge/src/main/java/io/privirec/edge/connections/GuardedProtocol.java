package io.privirec.edge.connections;

import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.coyote.Adapter;
import org.apache.coyote.Processor;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/// Tomcat's HTTP with a bound on the connections of a network and a deadline for the head of a
/// request. Tomcat alone waits for each byte anew, and takes as many connections from one address
/// as from all. Public for Tomcat, which makes it by name.
public final class GuardedProtocol extends Http11NioProtocol {
  private static final int SWEEP_MILLIS = 500;

  private final GuardedEndpoint endpoint;
  private @Nullable Connections connections;
  private @Nullable ScheduledFuture<?> sweep;

  public GuardedProtocol() {
    this(new GuardedEndpoint());
  }

  private GuardedProtocol(GuardedEndpoint endpoint) {
    super(endpoint);
    this.endpoint = endpoint;
  }

  /// Has connections counted and watched from the start on.
  void guard(Connections guard) {
    this.connections = guard;
    endpoint.guard(guard);
    GuardedHandler handler = new GuardedHandler(this, guard);
    getEndpoint().setHandler(handler);
    setHandler(handler);
  }

  void listenAt(Path socket) {
    endpoint.setUnixDomainSocketPath(socket.toString());
  }

  @Override
  public void setAdapter(Adapter adapter) {
    super.setAdapter(
        new RequestWatch(
            adapter, Objects.requireNonNull(connections, "guard() comes first").admission()));
  }

  @Override
  public void start() throws Exception {
    super.start();
    Connections guard = Objects.requireNonNull(connections, "guard() comes first");
    sweep =
        getUtilityExecutor()
            .scheduleWithFixedDelay(
                guard::cutOffLate, SWEEP_MILLIS, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public void stop() throws Exception {
    if (sweep != null) {
      sweep.cancel(false);
    }
    super.stop();
  }

  /// Tells each connection what it is waited for, after each step that Tomcat makes with it.
  private static final class GuardedHandler extends ConnectionHandler<NioChannel> {
    private final Connections connections;

    GuardedHandler(GuardedProtocol protocol, Connections connections) {
      super(protocol);
      this.connections = connections;
    }

    @Override
    public SocketState process(SocketWrapperBase<NioChannel> wrapper, SocketEvent event) {
      @Nullable Connection connection = connections.of(channel(wrapper)).orElse(null);
      if (connection == null) {
        return super.process(wrapper, event);
      }
      connection.isTouched();
      SocketState state =
          ScopedValue.where(RequestWatch.CONNECTION, connection)
              .call(() -> super.process(wrapper, event));
      switch (state) {
        case OPEN -> connection.isIdle();
        case LONG -> {
          if (wrapper.getCurrentProcessor() instanceof Processor request && request.isAsync()) {
            connection.isNotWaitedFor();
          } else {
            connection.isInAHead();
          }
        }
        default -> connection.isNotWaitedFor();
      }
      return state;
    }

    /// Called once for each connection, when it is closed.
    @Override
    public void release(SocketWrapperBase<NioChannel> wrapper) {
      connections.forget(channel(wrapper));
      super.release(wrapper);
    }

    private static @Nullable SocketChannel channel(SocketWrapperBase<NioChannel> wrapper) {
      @Nullable NioChannel socket = wrapper.getSocket();
      return socket == null ? null : socket.getIOChannel();
    }
  }
}
