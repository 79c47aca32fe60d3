package io.privirec.edge.proxy;

import io.privirec.edge.problem.ProblemWriter;
import jakarta.servlet.DispatcherType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.web.filter.ForwardedHeaderFilter;

/// Reads what proxies say, where `server.forward-headers-strategy` says that there are some.
@AutoConfiguration(
    beforeName =
        "org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration")
class ProxyAutoConfiguration {
  private static final String STRATEGY = "server.forward-headers-strategy";

  @Bean
  @ConditionalOnProperty(name = STRATEGY, havingValue = "native")
  FilterRegistrationBean<ForwardedHeaderFilter> prefixesOfProxies(ProblemWriter problems) {
    return first(new ForwardedFilter(problems, true));
  }

  @Bean
  @ConditionalOnProperty(name = STRATEGY, havingValue = "framework")
  FilterRegistrationBean<ForwardedHeaderFilter> headersOfProxies(ProblemWriter problems) {
    return first(new ForwardedFilter(problems, false));
  }

  private static FilterRegistrationBean<ForwardedHeaderFilter> first(ForwardedFilter filter) {
    FilterRegistrationBean<ForwardedHeaderFilter> registration =
        new FilterRegistrationBean<>(filter);
    registration.setDispatcherTypes(
        DispatcherType.REQUEST, DispatcherType.ASYNC, DispatcherType.ERROR);
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
    return registration;
  }
}
