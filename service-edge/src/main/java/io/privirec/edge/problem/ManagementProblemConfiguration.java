package io.privirec.edge.problem;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/// Problems of the container where health and metrics have a port of their own.
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
class ManagementProblemConfiguration {
  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> managementErrorReports() {
    return ProblemAutoConfiguration.reporting();
  }
}
