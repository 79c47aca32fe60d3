package io.privirec.edge.tls;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/// Says which store of an SSL bundle cannot be made, instead of a stack trace. A key or certificate
/// may be given as text in place of a file. One whose last line is missing is taken for the name of
/// a file, which messages show: whatever is PEM is cut off them.
final class SslBundleFailureAnalyzer implements FailureAnalyzer {
  private static final Pattern OF_SPRING_BOOT =
      Pattern.compile("Unable to create (key|trust) store.*", Pattern.DOTALL);
  private static final Pattern PEM = Pattern.compile("-----BEGIN.*", Pattern.DOTALL);

  @Override
  public @Nullable FailureAnalysis analyze(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof IllegalStateException
          && OF_SPRING_BOOT.matcher(message(cause)).matches()) {
        return new FailureAnalysis(
            "An SSL bundle cannot be used. %s (%s)"
                .formatted(withoutPem(message(cause)), withoutPem(message(root(cause)))),
            "Correct the keys, certificates or passwords below spring.ssl.bundle. PEM as text needs its"
                + " line -----END, too.",
            cause);
      }
    }
    return null;
  }

  private static Throwable root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  private static String message(Throwable failure) {
    return String.valueOf(failure.getMessage());
  }

  private static String withoutPem(String message) {
    return PEM.matcher(message).replaceAll("PEM, not shown");
  }
}
