package io.privirec.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The file of `--json`: written whole or not at all, and never left from an earlier run.
public final class JsonFile {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private JsonFile() {}

  /// Removes an old file, which must not be taken for the one of a run that failed.
  ///
  /// @param file null for none
  /// @throws InvalidOptionException when it could not be written later
  public static void clear(@Nullable Path file) {
    if (file == null) {
      return;
    }
    Path parent = file.toAbsolutePath().getParent();
    try {
      if (Files.isDirectory(file) || parent == null || !Files.isWritable(parent)) {
        throw new InvalidOptionException("--json: cannot write " + file);
      }
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new InvalidOptionException("--json: cannot write " + file);
    }
  }

  /// Writes a value.
  public static void write(Path file, Object value) throws IOException {
    Path absolute = file.toAbsolutePath();
    Path unfinished = absolute.resolveSibling(absolute.getFileName() + ".part");
    Files.write(unfinished, JSON.writeValueAsBytes(value));
    Files.move(unfinished, absolute, StandardCopyOption.REPLACE_EXISTING);
  }

  /// Reads a value back.
  public static <T> T read(Path file, Class<T> type) throws IOException {
    return JSON.readValue(Files.readAllBytes(file), type);
  }
}
