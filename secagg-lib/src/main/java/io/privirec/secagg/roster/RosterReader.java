package io.privirec.secagg.roster;

import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.encoding.MalformedEncodingException;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ParticipantId;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the text of a [SignedRoster] line by line, in time and memory linear in its length. Each
/// refusal names the line and repeats nothing of it.
final class RosterReader {
  private static final String HEADER_WITHOUT_CELLS = "privirec-roster v1";
  private static final String ID = "([a-z0-9-]{1,64})";
  private static final Pattern VERSION = Pattern.compile("version ([1-9][0-9]{0,9})");
  private static final Pattern CELL =
      Pattern.compile("(former-)?cell ([1-9][0-9]{0,9}) min ([1-9][0-9]{0,9})");
  // Lists are taken whole and split: a repeated group of java.util.regex recurses.
  private static final Pattern MEMBER =
      Pattern.compile(
          ("member %1$s ([A-Za-z0-9_-]{43}) %1$s (-|[0-9,]+)(?: formerly ([a-z0-9,-]+))?"
                  + "(?: at ([!-~]{1,%2$s}))?")
              .formatted(ID, PeerAddress.MAX_CHARACTERS));

  private final List<String> lines;
  private int at;

  /// Where each thing was read, so that what is found wrong in the whole can name the line.
  private final Map<Object, Integer> places = new HashMap<>();

  private final SortedMap<Integer, CellLine> cellLines = new TreeMap<>();
  private final List<RosterMember> members = new ArrayList<>();
  private final List<Waiver> waivers = new ArrayList<>();
  private final List<DepartureClause> departures = new ArrayList<>();

  /// A cell whose members are still being read.
  private record CellLine(int minimum, boolean former, SortedSet<ParticipantId> members) {}

  /// A roster and the signature in the last line.
  record Parts(Roster roster, ByteString signature) {}

  RosterReader(String text) throws MalformedEncodingException {
    if (!text.endsWith("\n")) {
      throw new MalformedEncodingException("each line of a roster must end in a line feed");
    }
    this.lines = List.of(text.substring(0, text.length() - 1).split("\n", -1));
  }

  Parts read() throws GeneralSecurityException {
    try {
      readHeader();
      int version = number(take(VERSION).group(1));
      while (isAt("cell ") || isAt("former-cell ")) {
        readCell(take(CELL));
      }
      while (isAt("member ")) {
        readMember(take(MEMBER));
      }
      while (isAt("waiver ")) {
        readWaiver(next());
      }
      while (isAt("departure ")) {
        readDeparture(next());
      }
      ByteString signature = SignatureLine.signature(next());
      if (at != lines.size()) {
        at++;
        throw new IllegalArgumentException("the signature must be the last line");
      }
      return new Parts(new Roster(version, cells(), members, waivers, departures), signature);
    } catch (InvalidRosterException e) {
      Integer place = e.subject().map(places::get).orElse(at);
      throw new MalformedEncodingException("line %s: %s".formatted(place, e.getMessage()));
    } catch (IllegalArgumentException e) {
      throw new MalformedEncodingException("line %s: %s".formatted(at, e.getMessage()));
    }
  }

  private void readHeader() {
    String header = lines.get(at++);
    if (header.equals(HEADER_WITHOUT_CELLS)) {
      throw new IllegalArgumentException(
          "a v1 roster names no cells; its keeper makes a v2 roster with ./privirec roster sign");
    }
    if (!header.equals(Roster.HEADER)) {
      throw new IllegalArgumentException("must be: " + Roster.HEADER);
    }
  }

  private boolean isAt(String start) {
    return at < lines.size() && lines.get(at).startsWith(start);
  }

  private String next() {
    String line = at < lines.size() ? lines.get(at) : "";
    at++;
    return line;
  }

  /// Goes on by a line, which must have the form.
  private Matcher take(Pattern form) {
    Matcher matcher = form.matcher(next());
    if (!matcher.matches()) {
      throw new IllegalArgumentException("must match " + form.pattern());
    }
    return matcher;
  }

  private void readCell(Matcher line) {
    int number = number(line.group(2));
    CellLine cell = new CellLine(number(line.group(3)), line.group(1) != null, new TreeSet<>());
    if (cellLines.putIfAbsent(number, cell) != null) {
      throw new IllegalArgumentException("two cells have one number");
    }
    places.put(number, at);
  }

  private void readMember(Matcher line) {
    ParticipantId id = new ParticipantId(line.group(1));
    PublicIdentityKey key;
    try {
      key = PublicIdentityKey.parse(line.group(2));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    SortedSet<ParticipantId> formerly =
        Optional.ofNullable(line.group(5)).map(Ascending::ids).orElseGet(TreeSet::new);
    Optional<URI> address = Optional.ofNullable(line.group(6)).map(PeerAddress::read);
    places.put(id, at);
    members.add(new RosterMember(id, key, new Holder(line.group(3)), formerly, address));
    if (!line.group(4).equals("-")) {
      for (String number : line.group(4).split(",", -1)) {
        CellLine cell = cellLines.get(number(number));
        if (cell == null) {
          throw new IllegalArgumentException("names a cell without a line");
        }
        cell.members().add(id);
      }
    }
  }

  private void readWaiver(String line) {
    Waiver waiver = Waiver.read(line);
    places.put(waiver, at);
    waivers.add(waiver);
  }

  private void readDeparture(String line) {
    DepartureClause clause = DepartureClause.read(line);
    places.put(clause, at);
    departures.add(clause);
  }

  private List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    cellLines.forEach((number, line) ->
        cells.add(new Cell(number, line.minimum(), line.former(), line.members())));
    return cells;
  }

  private static int number(String digits) {
    try {
      return Integer.parseInt(digits);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "a number must be in [1, %s]".formatted(Integer.MAX_VALUE), e);
    }
  }

  /// There is one text per signed roster: lines in order, lists in order, no spare bits in base64.
  void requireCanonical(String text) throws MalformedEncodingException {
    List<String> canonical = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      if (i >= canonical.size() || !lines.get(i).equals(canonical.get(i))) {
        throw new MalformedEncodingException(
            "line %s is not in its place, or not written in the one way there is".formatted(i + 1));
      }
    }
  }
}
