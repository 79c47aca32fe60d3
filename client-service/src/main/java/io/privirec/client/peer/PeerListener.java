package io.privirec.client.peer;

import io.privirec.edge.connections.GuardedConnectors;
import java.net.InetAddress;
import org.apache.catalina.connector.Connector;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Opens the port for peers, where there is to be one.
@Configuration(proxyBeanMethods = false)
class PeerListener {
  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> peerConnector(
      PeerSettings settings, ServerProperties server, GuardedConnectors connectors) {
    return factory -> {
      if (settings.port() != null) {
        @Nullable InetAddress address =
            settings.address() != null ? settings.address() : server.getAddress();
        Connector connector = connectors.connector(settings.port(), address);
        factory.addAdditionalConnectors(connector);
      }
    };
  }
}
