package io.privirec.edge.connections;

import java.net.InetAddress;
import java.nio.file.Path;
import org.apache.catalina.connector.Connector;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.jspecify.annotations.Nullable;

/// Makes further ports of a service, whose connections are bounded and watched as those of the
/// first one are, and counted with them.
public final class GuardedConnectors {
  private static final int TIMEOUT_MILLIS = 20_000;
  private static final int KEEP_ALIVE_MILLIS = 75_000;
  private static final int MOST_CONNECTIONS = 1024;
  private static final int MOST_SWALLOWED_BYTES = 64 << 20;

  private final Connections connections;

  GuardedConnectors(Connections connections) {
    this.connections = connections;
  }

  /// A port in clear text.
  ///
  /// @param address that it is opened on; null: every one
  public Connector connector(int port, @Nullable InetAddress address) {
    GuardedProtocol protocol = protocol("port-" + port + "-");
    if (address != null) {
      protocol.setAddress(address);
    }
    Connector connector = new Connector(protocol);
    connector.setPort(port);
    return connector;
  }

  /// A socket of the file system. Its connections count as those of this host.
  Connector connector(Path socket) {
    GuardedProtocol protocol = protocol("own-");
    protocol.listenAt(socket);
    protocol.setMaxKeepAliveRequests(-1);
    return new Connector(protocol);
  }

  private GuardedProtocol protocol(String threads) {
    GuardedProtocol protocol = new GuardedProtocol();
    protocol.setConnectionTimeout(TIMEOUT_MILLIS);
    protocol.setKeepAliveTimeout(KEEP_ALIVE_MILLIS);
    protocol.setMaxConnections(MOST_CONNECTIONS);
    protocol.setMaxSwallowSize(MOST_SWALLOWED_BYTES);
    protocol.setExecutor(new VirtualThreadExecutor(threads));
    protocol.guard(connections);
    return protocol;
  }
}
