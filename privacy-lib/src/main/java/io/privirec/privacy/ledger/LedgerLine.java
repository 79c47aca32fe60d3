package io.privirec.privacy.ledger;

import io.privirec.privacy.Adjacency;
import io.privirec.privacy.Distributed;
import io.privirec.privacy.Release;
import io.privirec.privacy.Unit;
import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Reserved;
import io.privirec.privacy.ledger.LedgerEntry.Returned;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Survivors;
import io.privirec.privacy.ledger.LedgerEntry.Survivors.Step;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import io.privirec.privacy.text.Label;
import io.privirec.privacy.text.ReleaseText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// A line as it lies in the file, without its newline: fields separated by tabs.
///
/// ```
/// privirec-ledger  1  NAME
/// NUMBER  TIME  sum  SESSION  ROUND  INDEX  ATTEMPT  NAME  CATALOGUE  PARTICIPANT,…  exact  PREVIOUS  HASH
/// NUMBER  TIME  sum  …  exact  ALGORITHM  CELL,…|-  COLUMNS  COLUMNS_OF_PEERS  TOLD,…|-  PREVIOUS  HASH
/// NUMBER  TIME  sum  …  exact  ALGORITHM  …  TOLD,…|-  MIN_SUPPORT  PREVIOUS  HASH
/// NUMBER  TIME  sum  …  noise  MECHANISM  UNIT  ADJACENCY  COMMITMENT|-  PREVIOUS  HASH
/// NUMBER  TIME  presumed  REASON  PREVIOUS  HASH
/// NUMBER  TIME  reserved  SESSION  PARTICIPANT,…  RHO  PREVIOUS  HASH
/// NUMBER  TIME  returned  SESSION  PARTICIPANT,…  PREVIOUS  HASH
/// NUMBER  TIME  survivors|answered  SESSION  ROUND  PARTICIPANT,…  DIGEST  PREVIOUS  HASH
/// ```
///
/// HASH is SHA-256 of the line up to and with PREVIOUS, and PREVIOUS the hash of the line before;
/// that of the first line, the heading, is over all of it. There is one text of every entry. A
/// version that does not know a kind of line calls the line changed, and writes no more.
///
/// @param number from 1
record LedgerLine(long number, LedgerEntry entry, String previous, String hash) {
  private static final String TAB = "\t";

  static LedgerLine after(LedgerHead last, LedgerEntry entry) {
    long number = last.entries() + 1;
    return new LedgerLine(
        number, entry, last.hash(), LedgerHead.hash(hashed(number, entry, last.hash())));
  }

  LedgerHead head() {
    return new LedgerHead(number, hash);
  }

  String text() {
    return hashed(number, entry, previous) + TAB + hash;
  }

  private static String hashed(long number, LedgerEntry entry, String previous) {
    List<String> fields = new ArrayList<>(List.of(Long.toString(number)));
    fields.add(Long.toString(entry.at()));
    switch (entry) {
      case Presumed presumed -> fields.addAll(List.of("presumed", presumed.reason()));
      case Reserved reserved ->
          fields.addAll(
              List.of(
                  "reserved",
                  reserved.session(),
                  String.join(",", reserved.participants()),
                  Double.toString(reserved.rho())));
      case Returned returned ->
          fields.addAll(
              List.of("returned", returned.session(), String.join(",", returned.participants())));
      case Survivors survivors ->
          fields.addAll(
              List.of(
                  kind(survivors.step()),
                  survivors.session(),
                  survivors.round(),
                  String.join(",", survivors.participants()),
                  survivors.digest()));
      case Sum sum -> {
        fields.addAll(
            List.of(
                "sum",
                sum.session(),
                sum.round(),
                Integer.toString(sum.index()),
                Integer.toString(sum.attempt()),
                sum.name(),
                sum.catalogue(),
                String.join(",", sum.participants())));
        fields.addAll(fields(sum.use()));
      }
    }
    fields.add(previous);
    return String.join(TAB, fields);
  }

  private static String kind(Step step) {
    return switch (step) {
      case SIGNED -> "survivors";
      case ANSWERED -> "answered";
    };
  }

  private static List<String> fields(Use use) {
    return switch (use) {
      case Use.Exact(var equations) -> equations.map(LedgerLine::fields).orElse(List.of("exact"));
      case Use.Noise noise ->
          List.of(
              "noise",
              ReleaseText.write(noise.mechanism(), noise.adjacency()),
              Label.of(noise.unit()),
              Label.of(noise.adjacency()),
              noise.seedCommitment().orElse(LedgerText.NONE));
    };
  }

  private static List<String> fields(Equations equations) {
    List<String> fields = new ArrayList<>();
    fields.add("exact");
    fields.add(equations.algorithm());
    fields.add(joined(equations.cells().stream().map(String::valueOf).toList()));
    fields.add(Long.toString(equations.columns()));
    fields.add(Long.toString(equations.columnsOfPeers()));
    fields.add(joined(equations.told()));
    equations.minSupport().ifPresent(support -> fields.add(Integer.toString(support)));
    return fields;
  }

  private static String joined(List<String> texts) {
    return texts.isEmpty() ? LedgerText.NONE : String.join(",", texts);
  }

  private static List<String> separated(String text) {
    return text.equals(LedgerText.NONE) ? List.of() : List.of(text.split(",", -1));
  }

  /// Returns a line, or empty if a text is not the text of a line.
  static Optional<LedgerLine> parse(String text) {
    List<String> fields = List.of(text.split(TAB, -1));
    if (fields.size() < 6) {
      return Optional.empty();
    }
    try {
      LedgerLine line =
          new LedgerLine(
              Long.parseLong(fields.get(0)),
              entry(fields.subList(1, fields.size() - 2)),
              fields.get(fields.size() - 2),
              fields.getLast());
      boolean isWhole =
          line.text().equals(text)
              && line.hash.equals(LedgerHead.hash(hashed(line.number, line.entry, line.previous)));
      return isWhole ? Optional.of(line) : Optional.empty();
    } catch (RuntimeException _) {
      // Whatever a constructor says: this was not written by `text`.
      return Optional.empty();
    }
  }

  private static LedgerEntry entry(List<String> fields) {
    long at = Long.parseLong(fields.get(0));
    return switch (fields.get(1)) {
      case "presumed" -> new Presumed(at, fields.get(2));
      case "reserved" ->
          new Reserved(
              at,
              fields.get(2),
              List.of(fields.get(3).split(",", -1)),
              Double.parseDouble(fields.get(4)));
      case "returned" -> new Returned(at, fields.get(2), List.of(fields.get(3).split(",", -1)));
      case "survivors" -> survivors(at, Step.SIGNED, fields);
      case "answered" -> survivors(at, Step.ANSWERED, fields);
      case "sum" ->
          new Sum(
              at,
              fields.get(2),
              fields.get(3),
              Integer.parseInt(fields.get(4)),
              Integer.parseInt(fields.get(5)),
              fields.get(6),
              fields.get(7),
              List.of(fields.get(8).split(",", -1)),
              use(fields.subList(9, fields.size())));
      default -> throw new IllegalArgumentException("no such entry");
    };
  }

  private static Survivors survivors(long at, Step step, List<String> fields) {
    return new Survivors(
        at,
        step,
        fields.get(2),
        fields.get(3),
        List.of(fields.get(4).split(",", -1)),
        fields.get(5));
  }

  private static Use use(List<String> fields) {
    return switch (fields.getFirst()) {
      case "exact" ->
          new Use.Exact(fields.size() == 1 ? Optional.empty() : Optional.of(equations(fields)));
      case "noise" -> {
        Adjacency adjacency = Label.parse(Adjacency.class, "adjacency", fields.get(3));
        Release release = ReleaseText.parse(fields.get(1), adjacency);
        yield new Use.Noise(
            (Distributed) release.mechanism(),
            Label.parse(Unit.class, "unit", fields.get(2)),
            adjacency,
            Optional.of(fields.get(4)).filter(commitment -> !commitment.equals(LedgerText.NONE)));
      }
      default -> throw new IllegalArgumentException("no such use");
    };
  }

  private static Equations equations(List<String> fields) {
    return new Equations(
        fields.get(1),
        separated(fields.get(2)).stream().map(Integer::valueOf).toList(),
        Long.parseLong(fields.get(3)),
        Long.parseLong(fields.get(4)),
        separated(fields.get(5)),
        fields.size() == 6 ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(fields.get(6))));
  }
}
