package io.privirec.lab.ddppm;

import io.privirec.filter.power.TallMatrix;
import io.privirec.operator.option.InvalidOptionException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

/// Rows of numbers, separated by commas or blanks; `.gz` too. A first line `rows,columns,name,…`,
/// as scikit-learn's copies have it, says how many columns there are; further ones are left out.
public record NumericTable(String name, TallMatrix values) {
  private static final long MOST_BYTES = 64L << 20;

  /// Reads a file.
  ///
  /// @throws InvalidOptionException if it is no such table
  public static NumericTable read(Path file) throws IOException {
    String text = text(file);
    List<String[]> lines = new ArrayList<>();
    text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .forEach(line -> lines.add(line.split(line.contains(",") ? "," : "\\s+")));
    if (lines.isEmpty()) {
      throw new InvalidOptionException("--data: " + file + " has no line");
    }
    int columns = lines.getFirst().length;
    String[] head = lines.getFirst();
    if (head.length > 2 && head[0].equals(String.valueOf(lines.size() - 1))) {
      columns = (int) number(file, 1, head[1]);
      lines.removeFirst();
    }
    double[] values = new double[lines.size() * columns];
    for (int row = 0; row < lines.size(); row++) {
      String[] fields = lines.get(row);
      if (fields.length < columns) {
        throw new InvalidOptionException(
            "--data: row %d of %s has %d numbers of %d"
                .formatted(row + 1, file, fields.length, columns));
      }
      for (int column = 0; column < columns; column++) {
        values[row * columns + column] = number(file, row + 1, fields[column]);
      }
    }
    return new NumericTable(
        file.getFileName().toString(), TallMatrix.of(lines.size(), columns, values));
  }

  private static String text(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file);
        InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in) {
      byte[] bytes = plain.readNBytes((int) MOST_BYTES);
      if (bytes.length == MOST_BYTES) {
        throw new InvalidOptionException("--data: " + file + " is larger than 64 MB");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  private static double number(Path file, int row, String text) {
    try {
      double number = Double.parseDouble(text.strip());
      if (Double.isFinite(number)) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Named below.
    }
    throw new InvalidOptionException(
        "--data: row %d of %s has something that is no number".formatted(row, file));
  }

  /// Columns of mean 0 and deviation 1, those of all rows; the first rows of them, divided by the
  /// longest one's norm.
  public TallMatrix standardised(int rows) {
    int columns = values.columns();
    double[] data = values.data();
    double[] standard = new double[rows * columns];
    for (int column = 0; column < columns; column++) {
      int c = column;
      double[] all =
          IntStream.range(0, values.rows()).mapToDouble(row -> data[row * columns + c]).toArray();
      double mean = Arrays.stream(all).average().orElseThrow();
      double variance =
          Arrays.stream(all).map(x -> (x - mean) * (x - mean)).average().orElseThrow();
      for (int row = 0; row < rows; row++) {
        standard[row * columns + column] =
            variance > 0 ? (all[row] - mean) / Math.sqrt(variance) : 0;
      }
    }
    double longest = 0;
    for (int row = 0; row < rows; row++) {
      double squares = 0;
      for (int column = 0; column < columns; column++) {
        squares += standard[row * columns + column] * standard[row * columns + column];
      }
      longest = Math.max(longest, squares);
    }
    double norm = Math.sqrt(longest);
    return TallMatrix.of(
        rows, columns, Arrays.stream(standard).map(value -> value / norm).toArray());
  }
}
