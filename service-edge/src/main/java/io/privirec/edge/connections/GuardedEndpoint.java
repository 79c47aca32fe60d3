package io.privirec.edge.connections;

import java.net.InetAddress;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Executor;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/// Closes a connection of a network that has too many before anything is set up for it.
final class GuardedEndpoint extends NioEndpoint {
  private @Nullable Connections guard;

  void guard(Connections connections) {
    this.guard = connections;
  }

  @Override
  protected boolean setSocketOptions(SocketChannel socket) {
    // A socket of the file system has no address; who may use it is of this host.
    @Nullable InetAddress host =
        getUnixDomainSocketPath() == null
            ? socket.socket().getInetAddress()
            : InetAddress.getLoopbackAddress();
    if (guard != null && host != null && !guard.admits(socket, Network.of(host))) {
      destroySocket(socket);
      return false;
    }
    return super.setSocketOptions(socket);
  }

  /// Also called, without a dispatch, for a thread that has the connection already.
  @Override
  public boolean processSocket(
      SocketWrapperBase<NioChannel> wrapper, SocketEvent event, boolean dispatch) {
    @Nullable Executor threads = getExecutor();
    // What the service asks itself is to compile its code: a refusal compiles none of it.
    boolean waits = dispatch && event == SocketEvent.OPEN_READ && getUnixDomainSocketPath() == null;
    if (guard == null || threads == null || !waits || !guard.admission().hasABound()) {
      return super.processSocket(wrapper, event, dispatch);
    }
    Runnable work = createSocketProcessor(wrapper, event);
    guard
        .admission()
        .execute(
            threads,
            () -> ScopedValue.where(RequestWatch.TURN, new RequestWatch.Turn()).run(work),
            () -> ScopedValue.where(RequestWatch.REFUSED, wrapper).run(work));
    return true;
  }

  /// Also where the connection could not be set up.
  @Override
  protected void destroySocket(SocketChannel socket) {
    if (guard != null) {
      guard.forget(socket);
    }
    super.destroySocket(socket);
  }
}
