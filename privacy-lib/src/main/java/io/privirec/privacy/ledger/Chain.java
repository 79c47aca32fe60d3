package io.privirec.privacy.ledger;

import io.privirec.privacy.ledger.LedgerCheck.Ahead;
import io.privirec.privacy.ledger.LedgerCheck.Behind;
import io.privirec.privacy.ledger.LedgerCheck.Changed;
import io.privirec.privacy.ledger.LedgerCheck.Cut;
import io.privirec.privacy.ledger.LedgerCheck.Damaged;
import io.privirec.privacy.ledger.LedgerCheck.Diverged;
import io.privirec.privacy.ledger.LedgerCheck.Duplicated;
import io.privirec.privacy.ledger.LedgerCheck.Intact;
import io.privirec.privacy.ledger.LedgerCheck.OtherLedger;
import io.privirec.privacy.ledger.LedgerCheck.Removed;
import io.privirec.privacy.ledger.LedgerCheck.Reordered;
import io.privirec.privacy.ledger.LedgerCheck.Replaced;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What the bytes of a file say by themselves. What follows the last newline is what an append left
/// that did not come to its end.
///
/// @param lines as far as they follow each other
/// @param hasRest whether bytes follow the last newline
/// @param damage why the lines end where they do; empty if there is nothing wrong
record Chain(String ledger, List<LedgerLine> lines, boolean hasRest, Optional<Damaged> damage) {
  Chain {
    lines = List.copyOf(lines);
  }

  static Chain read(String ledger, byte[] file) {
    // Every byte is one character, so that no change of a byte is lost.
    String text = new String(file, StandardCharsets.ISO_8859_1);
    List<String> texts = new ArrayList<>(List.of(text.split("\n", -1)));
    boolean hasRest = !texts.removeLast().isEmpty();
    if (texts.isEmpty()) {
      return new Chain(ledger, List.of(), hasRest, Optional.empty());
    }
    String heading = texts.removeFirst();
    if (!heading.equals(LedgerHead.heading(ledger))) {
      Damaged damage =
          LedgerHead.named(heading).<Damaged>map(OtherLedger::new).orElseGet(() -> new Changed(1));
      return new Chain(ledger, List.of(), hasRest, Optional.of(damage));
    }
    return linked(ledger, texts.stream().map(LedgerLine::parse).toList(), hasRest);
  }

  private static Chain linked(String ledger, List<Optional<LedgerLine>> found, boolean hasRest) {
    List<LedgerLine> lines = new ArrayList<>();
    LedgerHead last = LedgerHead.ofEmpty(ledger);
    for (Optional<LedgerLine> next : found) {
      if (next.isEmpty() || !follows(next.get(), last)) {
        return new Chain(ledger, lines, hasRest, Optional.of(damage(found, lines.size())));
      }
      lines.add(next.get());
      last = next.get().head();
    }
    return new Chain(ledger, lines, hasRest, Optional.empty());
  }

  private static boolean follows(LedgerLine line, LedgerHead last) {
    return line.number() == last.entries() + 1 && line.previous().equals(last.hash());
  }

  /// A line that was changed is named before lines that are missing because of it.
  private static Damaged damage(List<Optional<LedgerLine>> found, int sound) {
    Set<Long> numbers = new HashSet<>();
    for (int i = 0; i < found.size(); i++) {
      if (found.get(i).isEmpty()) {
        return new Changed(i + 2L);
      }
      numbers.add(found.get(i).get().number());
    }
    long expected = sound + 1L;
    long number = found.get(sound).orElseThrow().number();
    if (number < expected) {
      return new Duplicated(number);
    }
    if (number == expected) {
      return new Replaced(number);
    }
    return numbers.contains(expected) ? new Reordered(expected) : new Removed(expected);
  }

  LedgerHead tip() {
    return lines.isEmpty() ? LedgerHead.ofEmpty(ledger) : lines.getLast().head();
  }

  List<LedgerEntry> entries() {
    return lines.stream().map(LedgerLine::entry).toList();
  }

  /// The bytes of the heading and the lines, all of which are ASCII.
  byte[] bytes() {
    StringBuilder text = new StringBuilder(LedgerHead.heading(ledger)).append('\n');
    lines.forEach(line -> text.append(line.text()).append('\n'));
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  Chain plus(LedgerEntry entry) {
    List<LedgerLine> longer = new ArrayList<>(lines);
    longer.add(LedgerLine.after(tip(), entry));
    return new Chain(ledger, longer, false, Optional.empty());
  }

  /// Whether the history up to a head is a part of this one.
  boolean has(LedgerHead head) {
    return head.entries() <= lines.size() && headAt((int) head.entries()).equals(head);
  }

  private LedgerHead headAt(int entries) {
    return entries == 0 ? LedgerHead.ofEmpty(ledger) : lines.get(entries - 1).head();
  }

  LedgerCheck against(LedgerHead head) {
    if (damage.isPresent()) {
      return damage.get();
    }
    if (head.entries() > lines.size()) {
      return hasRest ? new Cut(lines.size() + 1L) : new Behind(tip(), head);
    }
    if (!has(head)) {
      return new Diverged(head);
    }
    List<LedgerEntry> all = entries();
    List<LedgerEntry> uncounted = all.subList((int) head.entries(), all.size());
    return uncounted.isEmpty() ? new Intact(tip(), all) : new Ahead(tip(), all, uncounted);
  }
}
