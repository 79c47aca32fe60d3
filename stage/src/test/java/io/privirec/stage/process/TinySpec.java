package io.privirec.stage.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A {@link TinyService} to start. Its process has the class of the service alone. */
public final class TinySpec {
  private TinySpec() {}

  /** With options and a secret. */
  public static ServiceSpec of(Path directory, String name, Map<String, String> options)
      throws IOException {
    return new ServiceSpec(
        name,
        TinyService.jar(directory),
        FreePorts.base(1),
        directory.resolve(name),
        64L << 20,
        List.of(),
        options,
        Map.of("PRIVIREC_ADMIN_TOKEN", "do-not-tell"));
  }
}
