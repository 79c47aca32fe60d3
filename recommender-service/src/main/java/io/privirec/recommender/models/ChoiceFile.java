package io.privirec.recommender.models;

import io.privirec.edge.datadir.DurableFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Where the {@link Choices} are kept: one small JSON file, replaced as a whole and durably. */
final class ChoiceFile {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final Path file;

  ChoiceFile(Path file) {
    this.file = file;
  }

  /** What was written last; nothing chosen where nothing was written. */
  Choices read() {
    if (Files.notExists(file)) {
      return Choices.NONE;
    }
    try {
      return JSON.readValue(Files.readAllBytes(file), Choices.class);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    } catch (JacksonException | NullPointerException e) {
      throw new IllegalStateException(
          file + " cannot be read: correct it, or remove it to begin with the newest release", e);
    }
  }

  /** The file is the old one or the new one, whatever happens. */
  void write(Choices choices) {
    try {
      Path draft = file.resolveSibling(file.getFileName() + ".new");
      Files.write(draft, JSON.writeValueAsBytes(choices));
      DurableFiles.sync(draft);
      DurableFiles.place(draft, file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }
}
