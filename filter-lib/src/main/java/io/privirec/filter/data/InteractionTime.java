package io.privirec.filter.data;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;

/// Reads times of interaction files: numbers since 1970 and the times of ISO 8601 and SQL.
final class InteractionTime {
  /// Seconds since 1970 reach it in the year 5138, milliseconds reached it in 1973. Microseconds
  /// and nanoseconds follow by further factors of 1000.
  private static final double FIRST_MILLISECONDS = 1e11;

  private static final int FINER_UNITS = 3;

  private static final DateTimeFormatter FORMAT =
      new DateTimeFormatterBuilder()
          .parseCaseInsensitive()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .optionalStart()
          .appendPattern("['T'][ ]")
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .appendPattern("[ ][XXX][XX][X][ ]['['VV']'][VV]")
          .toFormatter(Locale.ROOT);

  private InteractionTime() {}

  /// Reads a time.
  ///
  /// @param zone of a time that states none
  /// @throws DateTimeException if it is no time, or not in the years 1 to 9999
  static Instant parse(String text, ZoneId zone) {
    Instant at =
        InteractionColumn.isNumber(text)
            ? sinceEpoch(Double.parseDouble(text))
            : written(text, zone);
    int year = at.atOffset(ZoneOffset.UTC).getYear();
    if (year < 1 || year > 9999) {
      throw new DateTimeException("year " + year);
    }
    return at;
  }

  private static Instant sinceEpoch(double given) {
    double seconds = given;
    for (int unit = 0; unit < FINER_UNITS && Math.abs(seconds) >= FIRST_MILLISECONDS; unit++) {
      seconds /= 1000;
    }
    return Instant.ofEpochMilli(Math.round(1000 * seconds));
  }

  private static Instant written(String text, ZoneId zone) {
    boolean slashes = text.length() > 7 && text.charAt(4) == '/' && text.charAt(7) == '/';
    TemporalAccessor time =
        FORMAT.parseBest(
            slashes ? text.replace('/', '-') : text,
            ZonedDateTime::from,
            LocalDateTime::from,
            LocalDate::from);
    return switch (time) {
      case ZonedDateTime at -> at.toInstant();
      case LocalDateTime at -> at.atZone(zone).toInstant();
      default -> LocalDate.from(time).atStartOfDay(zone).toInstant();
    };
  }
}
