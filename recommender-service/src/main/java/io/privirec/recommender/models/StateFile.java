package io.privirec.recommender.models;

import io.privirec.edge.datadir.DurableFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// What survives the process: one small JSON file, replaced as a whole and durably.
///
/// @param <T> a record
/// @param none what holds where nothing was written
record StateFile<T>(Path file, Class<T> type, T none) {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /// What was written last.
  T read() {
    if (Files.notExists(file)) {
      return none;
    }
    try {
      return JSON.readValue(Files.readAllBytes(file), type);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    } catch (JacksonException | NullPointerException e) {
      throw new IllegalStateException(
          file + " cannot be read: correct it, or remove it to begin without", e);
    }
  }

  /// The file is the old one or the new one, whatever happens.
  void write(T state) {
    try {
      Path draft = file.resolveSibling(file.getFileName() + ".new");
      Files.write(draft, JSON.writeValueAsBytes(state));
      DurableFiles.sync(draft);
      DurableFiles.place(draft, file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }
}
