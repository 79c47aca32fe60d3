package io.privirec.edge.connections;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/// Has Tomcat speak [GuardedProtocol].
@AutoConfiguration
@Import(Connections.class)
@EnableConfigurationProperties(ConnectionSettings.class)
class ConnectionAutoConfiguration {
  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> guardedConnections(
      Connections connections) {
    return guarding(connections);
  }

  static WebServerFactoryCustomizer<TomcatServletWebServerFactory> guarding(
      Connections connections) {
    return factory -> {
      factory.setProtocol(GuardedProtocol.class.getName());
      factory.addConnectorCustomizers(connector -> {
        if (connector.getProtocolHandler() instanceof GuardedProtocol protocol) {
          protocol.guard(connections);
        }
      });
    };
  }

  @Bean
  GuardedConnectors guardedConnectors(Connections connections) {
    return new GuardedConnectors(connections);
  }

  @Bean
  WaitingRequests waitingRequests(Connections connections) {
    return new WaitingRequests(connections.admission());
  }

  @Bean
  MeterBinder connectionMeters(Connections connections) {
    return meters -> {
      FunctionCounter.builder("privirec.connections.refused", connections, Connections::refused)
          .description("Connections that were refused because their address had too many")
          .register(meters);
      FunctionCounter.builder("privirec.connections.late", connections, Connections::late)
          .description("Connections that were cut off in the head of a request")
          .register(meters);
      Gauge.builder("privirec.requests.waiting", connections.admission(), Admission::waiting)
          .description("Requests that wait for a thread")
          .register(meters);
      FunctionCounter.builder(
              "privirec.requests.overloaded", connections.admission(), Admission::refusals)
          .description(
              "Requests that were refused because they would have waited too long for a thread")
          .register(meters);
    };
  }
}
