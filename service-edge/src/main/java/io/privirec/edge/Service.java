package io.privirec.edge;

import io.privirec.edge.configuration.ConfigurationReference;
import java.util.List;
import java.util.Locale;
import org.springframework.boot.SpringApplication;

/// The process of a service, from its arguments on.
public final class Service {
  private static final String VECTORS = "jdk.incubator.vector";

  private Service() {}

  /// Starts it, or prints its properties if that is asked for with `--help`. Where it cannot work
  /// the process ends with status 1 and one sentence.
  public static void run(Class<?> application, String... arguments) {
    // Numbers in texts have the digits of the default locale, which is the host's: what is signed,
    // matched or parsed would differ between hosts.
    Locale.setDefault(Locale.ROOT);
    if (List.of(arguments).contains("--help")) {
      System.out.print(ConfigurationReference.of(application));
      return;
    }
    if (ModuleLayer.boot().findModule(VECTORS).isEmpty()) {
      System.err.println(
          "The Vector API is missing, which every sum and score is computed with: start java with"
              + " --add-modules "
              + VECTORS
              + ".");
      System.exit(1);
    }
    SpringApplication.run(application, arguments);
  }
}
