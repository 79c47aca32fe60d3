package io.privirec.edge.connections;

import java.net.InetAddress;
import java.nio.channels.SocketChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.jspecify.annotations.Nullable;

/// Closes a connection of a network that has too many before anything is set up for it.
final class GuardedEndpoint extends NioEndpoint {
  private @Nullable Connections guard;

  void guard(Connections connections) {
    this.guard = connections;
  }

  @Override
  protected boolean setSocketOptions(SocketChannel socket) {
    @Nullable InetAddress host = socket.socket().getInetAddress();
    if (guard != null && host != null && !guard.admits(socket, Network.of(host))) {
      destroySocket(socket);
      return false;
    }
    return super.setSocketOptions(socket);
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
