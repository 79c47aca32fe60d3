package io.privirec.edge.auth;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.privirec.edge.datadir.DataDirectory;
import io.privirec.edge.postgres.DatabaseFaults;
import io.privirec.edge.postgres.Installation;
import io.privirec.edge.problem.ProblemWriter;
import jakarta.servlet.DispatcherType;
import java.time.Clock;
import java.util.Optional;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;

/// The one filter chain of a service, from its [AccessRules]. Without rules only the shared open
/// paths can be reached.
@AutoConfiguration(
    before = {ServletWebSecurityAutoConfiguration.class, UserDetailsServiceAutoConfiguration.class})
@EnableConfigurationProperties({AdminTokenSettings.class, RequestTokenSettings.class})
class AuthAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean
  AccessRules accessRules() {
    return AccessRules.builder().build();
  }

  @Bean
  @ConditionalOnMissingBean
  Clock clock() {
    return Clock.systemUTC();
  }

  @Bean
  @ConditionalOnBean(PublicKeyLookup.class)
  RequestTokenVerifier requestTokenVerifier(
      PublicKeyLookup lookup, Clock clock, RequestTokenSettings settings) {
    return new RequestTokenVerifier(lookup, clock, settings.clockLeeway());
  }

  @Bean
  @ConditionalOnBean(PublicKeyLookup.class)
  MeterBinder clocksOfParticipants(RequestTokenVerifier tokens) {
    return meters ->
        Gauge.builder(
                "privirec.participants.clock.difference",
                tokens,
                RequestTokenVerifier::largestClockDifference)
            .description(
                "Difference between the clock of a participant and this service's: the largest of two hours")
            .baseUnit("seconds")
            .register(meters);
  }

  /// There are no user names and passwords; this keeps a default user from being made.
  @Bean
  @ConditionalOnMissingBean
  AuthenticationManager noPasswords() {
    return authentication -> {
      throw new BadCredentialsException("only bearer tokens are accepted");
    };
  }

  /// A timer for each filter of the chain would take a tenth of a short request.
  @Bean
  @ConditionalOnMissingBean
  SecurityObservationSettings noTimersOfFilters() {
    return SecurityObservationSettings.noObservations();
  }

  /// No token is made in a directory that is not the database's.
  @Bean
  SecurityFilterChain edgeSecurity(
      HttpSecurity http,
      AccessRules rules,
      ProblemWriter problems,
      AdminTokenSettings settings,
      DataDirectory data,
      Optional<RequestTokenVerifier> requestTokens,
      DatabaseFaults database,
      Optional<Installation> installation) {
    Optional<AdminToken> adminToken =
        rules.needsAdmin()
            ? Optional.of(AdminToken.of(settings.adminToken(), data))
            : Optional.empty();
    AccessProblems refusals = new AccessProblems(rules, problems);
    http.csrf(AbstractHttpConfigurer::disable)
        .logout(AbstractHttpConfigurer::disable)
        .requestCache(AbstractHttpConfigurer::disable)
        .sessionManagement(
            session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .exceptionHandling(
            handling -> handling.authenticationEntryPoint(refusals).accessDeniedHandler(refusals))
        .addFilterBefore(
            new BearerFilter(adminToken, requestTokens, database, problems),
            AuthorizationFilter.class)
        .authorizeHttpRequests(requests -> {
          requests
              .dispatcherTypeMatchers(
                  DispatcherType.ERROR, DispatcherType.FORWARD, DispatcherType.ASYNC)
              .permitAll();
          for (Rule rule : rules.rules()) {
            var matched = requests.requestMatchers(rule);
            if (rule.authorities().isEmpty()) {
              matched.permitAll();
            } else {
              matched.hasAnyAuthority(rule.authorities().toArray(String[]::new));
            }
          }
          requests.anyRequest().denyAll();
        });
    return http.build();
  }
}
