package io.privirec.edge.connections;

import java.net.InetAddress;
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
    GuardedProtocol protocol = new GuardedProtocol();
    protocol.setConnectionTimeout(TIMEOUT_MILLIS);
    protocol.setKeepAliveTimeout(KEEP_ALIVE_MILLIS);
    protocol.setMaxConnections(MOST_CONNECTIONS);
    protocol.setMaxSwallowSize(MOST_SWALLOWED_BYTES);
    protocol.setExecutor(new VirtualThreadExecutor("port-" + port + "-"));
    if (address != null) {
      protocol.setAddress(address);
    }
    protocol.guard(connections);
    Connector connector = new Connector(protocol);
    connector.setPort(port);
    return connector;
  }
}
