package io.privirec.edge.configuration;

import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.convert.ConversionFailedException;

/// Names a property of a key, token or password that cannot be read, without its value: whoever
/// pastes the wrong half of a pair of keys must not find it in the log. Comes before Spring Boot's
/// analyser, which shows values.
@Order(Ordered.HIGHEST_PRECEDENCE)
final class SecretValueFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {
  private static final Set<String> SECRET =
      Set.of("key", "keys", "token", "tokens", "password", "passwords", "secret", "secrets");

  @Override
  protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
    if (cause.getCause() instanceof UnboundConfigurationPropertiesException unbound) {
      return new FailureAnalysis(
          "These properties have no place: "
              + unbound.getUnboundProperties().stream()
                  .map(each -> each.getName() + " (" + each.getOrigin() + ")")
                  .sorted()
                  .collect(Collectors.joining(", ")),
          "Correct or remove them.",
          cause);
    }
    if (!isSecret(cause.getName())) {
      return null;
    }
    ConfigurationProperty property = cause.getProperty();
    return new FailureAnalysis(
        "%s%s %s. Its value is not shown."
            .formatted(
                cause.getName(),
                property == null || property.getOrigin() == null
                    ? ""
                    : " (" + property.getOrigin() + ")",
                reason(cause)),
        "Correct its value.",
        cause);
  }

  private static boolean isSecret(ConfigurationPropertyName named) {
    ConfigurationPropertyName name = named;
    while (name.isLastElementIndexed()) {
      name = name.getParent();
    }
    String last = name.getLastElement(ConfigurationPropertyName.Form.DASHED);
    return SECRET.contains(last.substring(last.lastIndexOf('-') + 1));
  }

  /// What our converters say, which never holds the value; not what Spring says of them.
  private static String reason(BindException failure) {
    for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof ConversionFailedException conversion
          && conversion.getCause() instanceof IllegalArgumentException ours) {
        return String.valueOf(ours.getMessage());
      }
    }
    return "cannot be read";
  }
}
