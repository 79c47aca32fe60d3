package io.privirec.edge.connections;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/// Where health and metrics have a port of their own (`management.server.port`), its connections
/// are bounded as those of the first one, and counted with them.
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
class ManagementConnectionConfiguration {
  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> guardedManagementConnections(
      Connections connections) {
    return ConnectionAutoConfiguration.guarding(connections);
  }
}
