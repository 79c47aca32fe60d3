package io.privirec.lab.option;

import io.privirec.filter.data.FileFormat;
import io.privirec.filter.data.FileFormat.OptionException;
import io.privirec.filter.data.ReadingReport;
import io.privirec.operator.option.InvalidOptionException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Options of files of interactions: the same that an import has.
public final class FormatOptions {
  private static final Set<String> COLUMNS = Set.of("user", "item", "rating", "time");

  @Option(
      names = "--columns",
      paramLabel = "COLUMN=NAME",
      split = ",",
      description =
          "Columns of user, item, rating and time in the files of --data, by name or number:"
              + " user=visitorid,item=3. rating=none and time=none ignore a column.")
  private Map<String, String> columns = Map.of();

  @Option(
      names = "--separator",
      paramLabel = "NAME",
      description = "Of fields: comma, tab, semicolon, colons, pipe, space, or characters.")
  private @Nullable String separator;

  @Option(
      names = "--header",
      paramLabel = "yes|no",
      description = "Whether the first line names the columns.")
  private @Nullable String header;

  @Option(
      names = "--charset",
      paramLabel = "NAME",
      description = "Encoding of text without a byte order mark. Default: UTF-8.")
  private @Nullable String charset;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      description = "Of times that state none, such as Europe/Berlin. Default: UTC.")
  private @Nullable String zone;

  @Option(
      names = "--bad-lines",
      paramLabel = "fail|skip",
      description = "What happens to lines that cannot be read. Default: fail.")
  private @Nullable String badLines;

  /// Returns the format that the options state.
  ///
  /// @throws InvalidOptionException if an option cannot be used
  public FileFormat format() {
    Map<String, String> options = new HashMap<>();
    for (Map.Entry<String, String> column : columns.entrySet()) {
      if (!COLUMNS.contains(column.getKey())) {
        throw new InvalidOptionException(
            "--columns: %s is none of user, item, rating, time".formatted(column.getKey()));
      }
      options.put(column.getKey(), column.getValue());
    }
    put(options, "separator", separator);
    put(options, "header", header);
    put(options, "charset", charset);
    put(options, "zone", zone);
    put(options, "badLines", badLines);
    return of(options);
  }

  static FileFormat of(Map<String, String> options) {
    try {
      return FileFormat.of(options);
    } catch (OptionException e) {
      String name = e.option().equals("badLines") ? "bad-lines" : e.option();
      throw new InvalidOptionException("--%s %s".formatted(name, e.getMessage()));
    }
  }

  private static void put(Map<String, String> options, String name, @Nullable String value) {
    if (value != null) {
      options.put(name, value);
    }
  }

  /// Returns why a file was refused, with options as a command line spells them.
  public static String spelled(String why) {
    return why.replaceAll("\\b(charset|separator|header|zone)=", "--$1=")
        .replaceAll("\\bbadLines=", "--bad-lines=")
        .replaceAll("\\b(user|item|rating|time)=", "--columns=$1=");
  }

  /// Prints left out columns and lines to standard error. Standard output is for results.
  static void print(ReadingReport report) {
    if (!report.ignoredColumns().isEmpty()) {
      System.err.println("--data: ignored columns: " + String.join(", ", report.ignoredColumns()));
    }
    if (report.skippedLines() > 0) {
      System.err.println("--data: skipped bad lines: " + report.skippedLines());
      report
          .skipped()
          .forEach(line -> System.err.println("  line " + line.line() + ": " + line.why()));
    }
  }
}
