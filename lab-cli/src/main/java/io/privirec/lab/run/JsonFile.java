package io.privirec.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The [OutputFile] of `--json`.
public final class JsonFile {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private JsonFile() {}

  /// Removes an old file.
  ///
  /// @param file null for none
  /// @throws InvalidOptionException when it could not be written later
  public static void clear(@Nullable Path file) {
    OutputFile.clear("--json", file);
  }

  /// Writes a value.
  public static void write(Path file, Object value) throws IOException {
    OutputFile.write(file, JSON.writeValueAsBytes(value));
  }

  /// Reads a value back.
  public static <T> T read(Path file, Class<T> type) throws IOException {
    return JSON.readValue(Files.readAllBytes(file), type);
  }
}
