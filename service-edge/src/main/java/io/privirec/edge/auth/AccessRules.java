package io.privirec.edge.auth;

import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.http.HttpMethod;

/// Who may call what in one service. A service has one bean of this type; a request that no rule
/// covers is denied. Rules are tried in the order in which they were given.
///
/// Health, metrics, API documentation and problem pages are always open. Patterns are those of
/// Spring MVC (`/v1/sessions/{id}:cancel`); a rule for GET covers HEAD.
public final class AccessRules {
  static final String ADMIN = "ADMIN";
  static final String PARTICIPANT = "PARTICIPANT";

  private final List<Rule> rules;

  private AccessRules(List<Rule> rules) {
    this.rules = List.copyOf(rules);
  }

  /// Rules in order, the shared open paths first.
  public static Builder builder() {
    return new Builder()
        .open(
            HttpMethod.GET,
            "/livez",
            "/readyz",
            "/actuator",
            "/actuator/health",
            "/actuator/health/{group}",
            "/actuator/info",
            "/actuator/prometheus",
            "/v3/api-docs/**",
            "/v3/api-docs.yaml",
            "/swagger-ui.html",
            "/swagger-ui/**",
            "/problems",
            "/problems/{code}");
  }

  List<Rule> rules() {
    return rules;
  }

  boolean needsAdmin() {
    return rules.stream().anyMatch(rule -> rule.authorities().contains(ADMIN));
  }

  /// The methods that some rule has for the request's path; empty for an unknown path.
  Set<String> methodsOf(HttpServletRequest request) {
    Set<String> methods = new TreeSet<>();
    rules.stream()
        .filter(rule -> rule.matchesPath(request))
        .forEach(rule -> methods.add(rule.method().name()));
    return methods;
  }

  /// The authorities of which one is needed for a documented operation; empty for an open one.
  public Collection<String> authoritiesFor(HttpMethod method, String template) {
    return rules.stream()
        .filter(rule -> rule.method().equals(method) && rule.matchesTemplate(template))
        .map(Rule::authorities)
        .findFirst()
        .orElse(Set.of());
  }

  /// Collects rules.
  public static final class Builder {
    private final List<Rule> rules = new ArrayList<>();

    private Builder() {}

    /// Everybody.
    public Builder open(HttpMethod method, String... patterns) {
      return add(Set.of(), method, patterns);
    }

    /// Who has the admin token.
    public Builder admin(HttpMethod method, String... patterns) {
      return add(Set.of(ADMIN), method, patterns);
    }

    /// An enrolled participant; whether this participant is the handler's business.
    public Builder participant(HttpMethod method, String... patterns) {
      return add(Set.of(PARTICIPANT), method, patterns);
    }

    /// Either of the two.
    public Builder adminOrParticipant(HttpMethod method, String... patterns) {
      return add(Set.of(ADMIN, PARTICIPANT), method, patterns);
    }

    public AccessRules build() {
      return new AccessRules(rules);
    }

    private Builder add(Set<String> authorities, HttpMethod method, String... patterns) {
      for (String pattern : patterns) {
        rules.add(Rule.of(method, pattern, authorities));
      }
      return this;
    }
  }
}
