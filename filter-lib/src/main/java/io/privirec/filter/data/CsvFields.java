package io.privirec.filter.data;

import static io.privirec.filter.data.InteractionColumn.ITEM;
import static io.privirec.filter.data.InteractionColumn.RATING;
import static io.privirec.filter.data.InteractionColumn.TIME;
import static io.privirec.filter.data.InteractionColumn.USER;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvReader.CsvReaderBuilder;
import de.siegmar.fastcsv.reader.FieldModifier;
import de.siegmar.fastcsv.reader.StringArrayHandler;
import io.privirec.filter.data.InteractionColumn.Meaning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Fields that a separator divides. The first line decides the separator and whether there is a
/// header, unless options do.
final class CsvFields implements LineFields {
  private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"");
  private static final Pattern QUOTED_OR_BLANKS = Pattern.compile("(\"[^\"]*\")|[ \\t]+");
  private static final Pattern POSITION = Pattern.compile("[1-9]\\d{0,3}");
  private static final List<String> SEPARATORS = List.of("\t", ",", ";", "::");
  private static final String RARE_SEPARATOR = "|";
  private static final FieldModifier TRIM = FieldModifier.modify(EntityId::trimmed);

  private final String separator;
  private final CsvReaderBuilder csv =
      CsvReader.builder().trimWhitespacesAroundQuotes(true).allowUnclosedQuote(false);
  private String[] header = {};
  private List<String> ignored = List.of();

  private final Map<InteractionColumn, Integer> fieldOf = new EnumMap<>(InteractionColumn.class);

  private int least;
  private int most;

  /// Fields of the header, or of the first line.
  private int usual;

  /// Whether ids may look like dates: the first ones do, or options name their columns.
  private boolean idsAreDates;

  /// Whether nothing but the order of the first lines tells what the columns are.
  private boolean isGuessed;

  private CsvFields(String separator) {
    this.separator = separator;
    csv.fieldSeparator(separator);
  }

  /// Decides what the fields are.
  ///
  /// @param first line that is not empty
  /// @param below some lines that follow it
  /// @param stated the separator that the file states, or nothing
  static CsvFields of(String first, List<String> below, String stated, FileFormat format)
      throws LineFault {
    String separator = format.separator().orElse(stated);
    CsvFields fields = new CsvFields(separator.isEmpty() ? separator(first) : separator);
    String[] texts = fields.split(first);
    List<String[]> sample = fields.sample(texts, below);
    fields.usual = texts.length;
    if (format.header().orElse(namesFields(format) || isHeader(texts))) {
      List<String[]> lines = sample.subList(1, sample.size());
      fields.readHeader(namesOf(texts, lines, below, format), format);
      fields.rememberDates(lines, format);
      return fields;
    }
    HeaderlessOrder order = new HeaderlessOrder(sample);
    if (format.header().isEmpty()) {
      order.requireNoNames();
    }
    if (!format.namesColumns()) {
      order.requireUserItemRatingTime(format.header().isPresent());
    }
    fields.takePositions(texts, format);
    fields.isGuessed = !format.namesColumns();
    fields.rememberDates(sample, format);
    return fields;
  }

  @Override
  public boolean isWhole(String text) {
    try (var records = records(text).stream()) {
      return records.limit(2).count() == 1;
    } catch (CsvParseException _) {
      return false;
    }
  }

  @Override
  public boolean fits(String line) {
    try {
      boolean isWhole = line.indexOf('"') < 0 && split(line).length == usual;
      values(line);
      return isWhole;
    } catch (LineFault _) {
      return false;
    }
  }

  @Override
  public boolean hasQuotedBreaks() {
    return separator.equals(",") || separator.equals(";");
  }

  @Override
  public boolean hasHeader() {
    return header.length > 0;
  }

  @Override
  public List<String> ignored() {
    return ignored;
  }

  @Override
  public Values values(String line) throws LineFault {
    String[] fields = split(line);
    refuseAnotherHeader(fields);
    if (fields.length < least || fields.length > most) {
      throw LineFault.ofLine(
          "expected %s fields, found %s"
              .formatted(least == most ? most : least + " to " + most, fields.length));
    }
    Values values =
        new Values(
            text(USER, fields), text(ITEM, fields), text(RATING, fields), text(TIME, fields));
    refuseAnotherOrder(values);
    return values;
  }

  /// @param first of the lines below a header, or of the file
  private void rememberDates(List<String[]> first, FileFormat format) {
    idsAreDates =
        format.namesColumns()
            || first.stream()
                .limit(1)
                .anyMatch(line ->
                    HeaderlessOrder.isDate(text(USER, line))
                        || HeaderlessOrder.isDate(text(ITEM, line)));
  }

  /// Exports may be joined below lines without a header, and have their columns in another order.
  private void refuseAnotherOrder(Values values) throws LineFault {
    refuse(USER, !idsAreDates && HeaderlessOrder.isDate(values.user()));
    refuse(ITEM, !idsAreDates && HeaderlessOrder.isDate(values.item()));
    refuse(RATING, isGuessed && HeaderlessOrder.isNoRating(values.rating()));
    refuse(TIME, isGuessed && HeaderlessOrder.isNoTime(values.time()));
  }

  private static void refuse(InteractionColumn column, boolean looksElse) throws LineFault {
    if (looksElse) {
      throw LineFault.ofLine(
          "%s does not look like above, as in joined files: split the file above this line, or name the columns with options such as user=1 and item=2"
              .formatted(column.word()));
    }
  }

  private String text(InteractionColumn column, String[] fields) {
    int field = field(column);
    return field < 0 || field >= fields.length ? "" : fields[field];
  }

  /// The field of a column, or -1.
  private int field(InteractionColumn column) {
    return fieldOf.getOrDefault(column, -1);
  }

  private static String separator(String first) throws LineFault {
    String unquoted = QUOTED.matcher(first).replaceAll("");
    List<String> separators = SEPARATORS.stream().filter(unquoted::contains).toList();
    // No field has a tab. Any other separator may as well be a part of one.
    if (separators.size() > 1 && !separators.contains("\t")) {
      List<String> ofHeaders = new ArrayList<>();
      for (String separator : separators) {
        if (isHeader(new CsvFields(separator).split(first))) {
          ofHeaders.add(separator);
        }
      }
      if (ofHeaders.size() != 1) {
        throw LineFault.ofFile(
            "the separator could be %s: name it with the option separator=NAME, or quote the fields"
                .formatted(String.join(" or ", separators)));
      }
      return ofHeaders.getFirst();
    }
    if (separators.equals(List.of(",")) && unquoted.contains(RARE_SEPARATOR)) {
      refuseDecimalCommas(first);
    }
    if (!separators.isEmpty()) {
      return separators.getFirst();
    }
    if (unquoted.contains(RARE_SEPARATOR)) {
      return RARE_SEPARATOR;
    }
    if (unquoted.strip().contains(" ")) {
      throw LineFault.ofFile(
          "there is no separator: name it with the option separator=NAME, for blanks"
              + " separator=space");
    }
    return SEPARATORS.get(1);
  }

  /// A comma can belong to a fraction. Beside a rare separator nothing decides this.
  private static void refuseDecimalCommas(String first) throws LineFault {
    if (new CsvFields(RARE_SEPARATOR).split(first).length
        > new CsvFields(",").split(first).length) {
      throw LineFault.ofFile(
          "the separator could be , or |: name it with the option separator=NAME, or quote the fields");
    }
  }

  private CsvReader<String[]> records(String text) {
    return csv.build(StringArrayHandler.of(fields -> fields.fieldModifier(TRIM)), text);
  }

  private String[] split(String line) throws LineFault {
    String text = line;
    if (separator.equals(FileFormat.SPACE)) {
      text =
          QUOTED_OR_BLANKS
              .matcher(line.strip())
              .replaceAll(
                  found -> found.group(1) == null ? " " : Matcher.quoteReplacement(found.group(1)));
    }
    if (text.indexOf('\r') >= 0) {
      throw LineFault.ofLine("a carriage return is not at the end");
    }
    try {
      return csv.ofSingleCsvRecord(
          StringArrayHandler.of(fields -> fields.fieldModifier(TRIM)), text);
    } catch (CsvParseException e) {
      throw LineFault.ofLine("a quote is not closed, or text is after a closing quote");
    }
  }

  private List<String[]> sample(String[] first, List<String> below) {
    List<String[]> sample = new ArrayList<>(List.<String[]>of(first));
    for (String line : below) {
      try {
        sample.add(split(line));
      } catch (LineFault _) {
        // refused at its place
      }
    }
    return sample;
  }

  private static boolean namesFields(FileFormat format) {
    return Arrays.stream(InteractionColumn.values())
        .flatMap(column -> format.column(column).stream())
        .anyMatch(name -> !name.equals(FileFormat.NONE) && !POSITION.matcher(name).matches());
  }

  private static boolean isHeader(String[] fields) {
    return Arrays.stream(fields)
        .anyMatch(
            name -> InteractionColumn.isNamed(USER, name) || InteractionColumn.isNamed(ITEM, name));
  }

  /// The names of all columns. R writes row names, in quotes, without a name of their column, and
  /// other programs write a separator at the end of lines. If the caller numbers the columns, no
  /// name is used: the names can belong to other columns.
  private static String[] namesOf(
      String[] header, List<String[]> lines, List<String> texts, FileFormat format)
      throws LineFault {
    int columns = header.length + 1;
    if (lines.size() < 2 || lines.stream().anyMatch(line -> line.length != columns)) {
      return header;
    }
    if (POSITION.matcher(format.column(USER).orElse("")).matches()
        && POSITION.matcher(format.column(ITEM).orElse("")).matches()) {
      return Stream.generate(() -> "").limit(columns).toArray(String[]::new);
    }
    boolean areCounted = new HeaderlessOrder(lines).countsFromOne();
    if (!areCounted && lines.stream().allMatch(line -> line[header.length].isEmpty())) {
      return Stream.concat(Arrays.stream(header), Stream.of("")).toArray(String[]::new);
    }
    if (!areCounted || !texts.stream().allMatch(text -> text.stripLeading().startsWith("\""))) {
      throw LineFault.ofFile(
          "the lines have %s fields, and the header has %s names, as with row names of R or decimal commas: quote fields with commas, or number all columns of the lines with options such as user=2, item=3 and rating=4"
              .formatted(columns, header.length));
    }
    return Stream.concat(Stream.of(""), Arrays.stream(header)).toArray(String[]::new);
  }

  private void readHeader(String[] names, FileFormat format) throws LineFault {
    header = names;
    boolean[] taken = new boolean[names.length];
    for (InteractionColumn column : InteractionColumn.values()) {
      String name = format.column(column).orElse("");
      int field = name.isEmpty() || isNone(column, name) ? -1 : named(column, name);
      fieldOf.put(column, field);
      if (field >= 0) {
        taken[field] = true;
      }
    }
    for (InteractionColumn column : InteractionColumn.values()) {
      if (format.column(column).isEmpty()) {
        fieldOf.put(column, known(column, taken));
      }
    }
    requireUserAndItem();
    ignored =
        IntStream.range(0, names.length)
            .filter(field -> !fieldOf.containsValue(field))
            .mapToObj(field -> names[field].isEmpty() ? "(no name)" : names[field])
            .toList();
    setRange(names.length);
  }

  /// The field of a column that the caller named.
  private int named(InteractionColumn column, String name) throws LineFault {
    for (boolean exact : new boolean[] {true, false}) {
      int[] fields =
          IntStream.range(0, header.length)
              .filter(field ->
                  exact
                      ? header[field].equals(name)
                      : InteractionColumn.plain(header[field])
                          .equals(InteractionColumn.plain(name)))
              .toArray();
      if (fields.length > 1) {
        throw LineFault.ofFile(
            "there are %s columns %s: name the %s by its number, such as %s=1"
                .formatted(fields.length, LineFault.quoted(name), column.word(), column.word()));
      }
      if (fields.length == 1) {
        return fields[0];
      }
    }
    // Where names are numbers, a number means a name.
    if (POSITION.matcher(name).matches()
        && Integer.parseInt(name) <= header.length
        && Arrays.stream(header).noneMatch(POSITION.asMatchPredicate())) {
      return Integer.parseInt(name) - 1;
    }
    throw LineFault.ofFile(
        "there is no column %s among %s: the option %s must name one"
            .formatted(LineFault.quoted(name), headerText(), column.word()));
  }

  /// The field of a column by the names of the header, or -1.
  private int known(InteractionColumn column, boolean[] taken) throws LineFault {
    for (boolean isSecond : new boolean[] {false, true}) {
      Meaning wanted = new Meaning(column, isSecond);
      int[] fields =
          IntStream.range(0, header.length)
              .filter(field -> !taken[field])
              .filter(field -> InteractionColumn.named(header[field]).equals(Optional.of(wanted)))
              .toArray();
      if (fields.length > 1) {
        throw LineFault.ofFile(
            "columns %s and %s may both be the %s: name it with the option %s=NAME"
                .formatted(
                    LineFault.quoted(header[fields[0]]),
                    LineFault.quoted(header[fields[1]]),
                    column.word(),
                    column.word()));
      }
      if (fields.length == 1) {
        return fields[0];
      }
    }
    return -1;
  }

  private void requireUserAndItem() throws LineFault {
    for (InteractionColumn needed : List.of(USER, ITEM)) {
      if (field(needed) < 0) {
        throw LineFault.ofFile(
            "no column is known as the %s among %s: name it with the option %s=NAME"
                .formatted(needed.word(), headerText(), needed.word()));
      }
    }
  }

  private String headerText() {
    return Arrays.stream(header).limit(20).map(LineFault::quoted).collect(Collectors.joining(", "));
  }

  private void takePositions(String[] first, FileFormat format) throws LineFault {
    int next = 0;
    for (InteractionColumn column : InteractionColumn.values()) {
      fieldOf.put(column, format.namesColumns() ? position(column, format) : next++);
    }
    setRange(format.namesColumns() ? Math.max(first.length, least()) : next);
  }

  private static int position(InteractionColumn column, FileFormat format) throws LineFault {
    String given = format.column(column).orElse("");
    if (POSITION.matcher(given).matches()) {
      return Integer.parseInt(given) - 1;
    }
    if (column == USER || column == ITEM || !(given.isEmpty() || isNone(column, given))) {
      throw LineFault.ofFile(
          "without a header the option %s must be the number of a column, such as %s=1"
              .formatted(column.word(), column.word()));
    }
    return -1;
  }

  private static boolean isNone(InteractionColumn column, String given) {
    return (column == RATING || column == TIME) && given.equals(FileFormat.NONE);
  }

  private int least() {
    return Math.max(field(USER), field(ITEM)) + 1;
  }

  private void setRange(int fields) {
    least = least();
    most = fields;
  }

  /// Exports that were joined have a header in the middle. Below it, columns may have another
  /// order.
  private void refuseAnotherHeader(String[] fields) throws LineFault {
    boolean isSame = hasHeader() && Arrays.equals(fields, header, String::compareToIgnoreCase);
    if (!isSame && (hasNumbers(fields) || !namesBoth(fields))) {
      return;
    }
    if (isSame || (hasHeader() && isInTheSameOrder(fields))) {
      throw LineFault.ofLine("the header is here again, as in joined files: split the file");
    }
    throw LineFault.ofFile(
        "another header is here, as in joined files: split the file above this line");
  }

  /// Whether a rating or a time is a number, as below a header.
  private boolean hasNumbers(String[] fields) {
    return InteractionColumn.isNumber(text(RATING, fields))
        || InteractionColumn.isNumber(text(TIME, fields));
  }

  private static boolean namesBoth(String[] fields) {
    return Arrays.stream(fields).anyMatch(name -> InteractionColumn.isNamed(USER, name))
        && Arrays.stream(fields).anyMatch(name -> InteractionColumn.isNamed(ITEM, name));
  }

  private boolean isInTheSameOrder(String[] fields) {
    return fields.length == header.length
        && Arrays.stream(InteractionColumn.values())
            .allMatch(column -> {
              int field = field(column);
              return field < 0 || InteractionColumn.isNamed(column, fields[field]);
            });
  }
}
