package io.privirec.lab.option;

import io.privirec.operator.option.InvalidOptionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The [OutputFile] of `--json`.
public final class JsonOption {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also writes the result to this file, as JSON.")
  private @Nullable Path file;

  /// Removes an old file.
  ///
  /// @throws InvalidOptionException when it could not be written later
  public void clear() {
    OutputFile.clear("--json", file);
  }

  public void write(Object value) throws IOException {
    write(file, value);
  }

  /// Writes a value.
  ///
  /// @param file null for none
  public static void write(@Nullable Path file, Object value) throws IOException {
    OutputFile.write(file, JSON.writeValueAsString(value));
  }

  /// Reads a value back.
  public static <T> T read(Path file, Class<T> type) throws IOException {
    return JSON.readValue(Files.readAllBytes(file), type);
  }
}
