package io.privirec.filter.data;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/// The lines of a text file, counted from 1. A name ending in `.gz` means gzip. Text is strict
/// UTF-8, a line has at most 16 Mi characters and is never empty.
final class DataLines implements Closeable {
  static final int MAX_LINE_LENGTH = 1 << 24;

  private final Path file;
  private final BufferedReader reader;
  private final StringBuilder line = new StringBuilder();
  private long number;

  private DataLines(Path file, InputStream bytes) {
    this.file = file;
    this.reader =
        new BufferedReader(
            new InputStreamReader(bytes, StandardCharsets.UTF_8.newDecoder()), 1 << 16);
  }

  static DataLines open(Path file) throws IOException {
    InputStream bytes = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    try {
      boolean gzip = file.toString().endsWith(".gz");
      return new DataLines(file, gzip ? new GZIPInputStream(bytes, 1 << 16) : bytes);
    } catch (ZipException | EOFException e) {
      bytes.close();
      throw new DatasetFormatException(file, 0, "is not gzip");
    } catch (IOException e) {
      bytes.close();
      throw e;
    }
  }

  /// The next line without its end (`\n` or `\r\n`), or null after the last one.
  @Nullable String next() throws IOException {
    line.setLength(0);
    number++;
    try {
      int c = reader.read();
      if (c < 0) {
        return null;
      }
      for (; c >= 0 && c != '\n'; c = reader.read()) {
        if (line.length() == MAX_LINE_LENGTH) {
          throw broken("line is longer than %d characters".formatted(MAX_LINE_LENGTH));
        }
        line.append((char) c);
      }
    } catch (CharacterCodingException e) {
      throw broken("text is not UTF-8");
    } catch (ZipException | EOFException e) {
      throw broken("gzip data is damaged");
    }
    if (!line.isEmpty() && line.charAt(line.length() - 1) == '\r') {
      line.setLength(line.length() - 1);
    }
    if (line.isEmpty()) {
      throw broken("line is empty");
    }
    return line.toString();
  }

  DatasetFormatException broken(String why) {
    return new DatasetFormatException(file, number, why);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
