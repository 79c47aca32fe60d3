package io.privirec.lab.privirec;

import io.privirec.filter.data.Dataset;
import io.privirec.operator.option.InvalidOptionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Which published settings.
public final class PresetOption {
  @Option(
      names = "--preset",
      paramLabel = "NAME",
      description =
          "Published settings: gowalla, yelp2018 or amazon-book. Default: those of the data set of"
              + " this name, else gowalla.")
  private @Nullable String preset;

  public Preset of(Dataset dataset) {
    if (preset == null) {
      return Preset.named(dataset.name()).orElse(Preset.GOWALLA);
    }
    return Preset.named(preset)
        .orElseThrow(() ->
            new InvalidOptionException(
                "--preset must be one of %s. Provided value: %s"
                    .formatted(String.join(", ", Preset.names()), preset)));
  }
}
