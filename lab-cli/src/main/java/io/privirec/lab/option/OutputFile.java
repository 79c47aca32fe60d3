package io.privirec.lab.option;

import io.privirec.operator.option.InvalidOptionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/// A file that a command writes when it is done: whole or not at all, and never left from an
/// earlier run.
public final class OutputFile {
  private OutputFile() {}

  /// Removes an old file, which must not be taken for the one of a run that failed.
  ///
  /// @param option that names it
  /// @param file null for none
  /// @throws InvalidOptionException when it could not be written later
  public static void clear(String option, @Nullable Path file) {
    if (file == null) {
      return;
    }
    Path parent = file.toAbsolutePath().getParent();
    try {
      if (Files.isDirectory(file) || parent == null || !Files.isWritable(parent)) {
        throw new InvalidOptionException(option + ": cannot write " + file);
      }
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new InvalidOptionException(option + ": cannot write " + file);
    }
  }

  /// Writes a text in UTF-8.
  ///
  /// @param file null for none
  public static void write(@Nullable Path file, String text) throws IOException {
    if (file != null) {
      Path absolute = file.toAbsolutePath();
      Path unfinished = absolute.resolveSibling(absolute.getFileName() + ".part");
      Files.writeString(unfinished, text);
      Files.move(unfinished, absolute, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
