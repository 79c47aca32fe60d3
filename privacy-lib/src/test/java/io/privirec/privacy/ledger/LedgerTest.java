package io.privirec.privacy.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.privacy.ledger.LedgerCheck.Ahead;
import io.privirec.privacy.ledger.LedgerCheck.Behind;
import io.privirec.privacy.ledger.LedgerCheck.BehindCopy;
import io.privirec.privacy.ledger.LedgerCheck.Changed;
import io.privirec.privacy.ledger.LedgerCheck.CopyDamaged;
import io.privirec.privacy.ledger.LedgerCheck.Damaged;
import io.privirec.privacy.ledger.LedgerCheck.Diverged;
import io.privirec.privacy.ledger.LedgerCheck.Intact;
import io.privirec.privacy.ledger.LedgerCheck.OtherLedger;
import io.privirec.privacy.ledger.LedgerCheck.Sound;
import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Reserved;
import io.privirec.privacy.ledger.LedgerEntry.Returned;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Survivors;
import io.privirec.privacy.ledger.LedgerEntry.Survivors.Step;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// File, copy and head, whatever happens to one of them.
class LedgerTest {
  @TempDir Path directory;
  private LedgerDirectory ledgers;
  private Ledger ledger;
  private Path file;
  private Path copy;
  private final Histories histories = new Histories(11);

  @BeforeEach
  void open() throws IOException {
    Path copies = Files.createDirectories(directory.resolve("copies"));
    ledgers = LedgerDirectory.open(directory, Optional.of(copies));
    ledger = ledgers.ledger("shop-1");
    file = directory.resolve("shop-1.ledger");
    copy = copies.resolve("shop-1.ledger");
  }

  @AfterEach
  void close() throws IOException {
    ledgers.close();
  }

  private LedgerHead entered(LedgerHead head, int sums) throws Exception {
    LedgerHead now = head;
    for (int i = 0; i < sums; i++) {
      now = ledger.enter(now, histories.sum());
    }
    return now;
  }

  private List<LedgerEntry> entries(LedgerHead head) throws IOException {
    return ledger.check(head) instanceof Intact(_, List<LedgerEntry> entries) ? entries : List.of();
  }

  @Test
  void sums_areThere_inFileAndCopy() throws Exception {
    LedgerHead head = ledger.empty();
    List<Sum> sums = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      sums.add(histories.sum());
      head = ledger.enter(head, sums.getLast());
      assertThat(entries(head)).isEqualTo(sums);
      assertThat(Files.readAllBytes(copy)).isEqualTo(Files.readAllBytes(file));
    }
    assertThat(head.entries()).isEqualTo(20);
    assertThat(ledgers.ledger("shop-1")).isSameAs(ledger);
  }

  @Test
  void sum_thatIsEnteredTwice_isThereOnce() throws Exception {
    Sum sum = histories.sum();
    LedgerHead first = ledger.enter(ledger.empty(), sum);
    LedgerHead head = entered(first, 3);
    assertThat(ledger.enter(head, sum.at(sum.at() + 1))).isEqualTo(head);
    // The head was not stored after the entry was: it is an older one.
    assertThat(ledger.enter(ledger.empty(), sum)).isEqualTo(head);
    assertThat(entries(head)).hasSize(4);
  }

  @Test
  void attempt_withAnotherUse_isRefused() throws Exception {
    Sum sum = histories.sum();
    LedgerHead head = ledger.enter(ledger.empty(), sum);
    Sum other =
        new Sum(
            sum.at(),
            sum.session(),
            sum.round(),
            sum.index(),
            sum.attempt(),
            sum.name(),
            sum.catalogue(),
            sum.participants(),
            histories.noise());
    byte[] before = Files.readAllBytes(file);
    assertThatThrownBy(() -> ledger.enter(head, other))
        .isInstanceOf(LedgerRefusal.OtherUse.class)
        .hasMessageContaining("another seed");
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  /// A later attempt over the same cohort draws its noise from the same seed.
  @Test
  void attempt_withTheSameNoise_isTheSameEntry() throws Exception {
    Use.Noise noise = histories.noise();
    Use.Noise seeded =
        new Use.Noise(
            noise.mechanism(), noise.unit(), noise.adjacency(), Optional.of("ef".repeat(32)));
    Use.Noise unseeded =
        new Use.Noise(noise.mechanism(), noise.unit(), noise.adjacency(), Optional.empty());
    LedgerHead head = ledger.enter(ledger.empty(), attempt(1, 0, seeded));
    assertThat(ledger.enter(head, attempt(2, 0, seeded))).isEqualTo(head);
    head = ledger.enter(head, attempt(3, 1, seeded));
    head = ledger.enter(head, attempt(4, 0, unseeded));
    head = ledger.enter(head, attempt(5, 0, unseeded));
    assertThat(entries(head)).hasSize(4);
  }

  private static Sum attempt(int attempt, int index, Use use) {
    return new Sum(
        attempt, "s", "r" + attempt, index, attempt, "gram", "c", List.of("shop-1"), use);
  }

  /// An earlier version did not count equations.
  @Test
  void attempt_thatAnEarlierVersionEntered_isTheSameEntry() throws Exception {
    LedgerHead head = ledger.enter(ledger.empty(), attempt(1, 0, new Use.Exact()));
    Use counted = new Use.Exact(Optional.of(new Equations("als", List.of(1), 5, 0, List.of())));
    assertThat(ledger.enter(head, attempt(1, 0, counted))).isEqualTo(head);
  }

  @Test
  void reservation_isMadeOnce_andReturnedOnce() throws Exception {
    LedgerHead head = ledger.giveBack(ledger.empty(), new Returned(1, "s", List.of("shop-1")));
    assertThat(head).isEqualTo(ledger.empty());
    Reserved reserved = new Reserved(2, "s", List.of("shop-1"), .5);
    head = ledger.reserve(head, reserved);
    assertThat(ledger.reserve(head, reserved.at(3))).isEqualTo(head);
    // The head was not stored after the entry was: it is an older one.
    assertThat(ledger.reserve(ledger.empty(), reserved.at(3))).isEqualTo(head);
    LedgerHead after = ledger.giveBack(head, new Returned(4, "s", List.of("shop-1")));
    assertThat(ledger.giveBack(after, new Returned(5, "s", List.of("shop-1")))).isEqualTo(after);
    assertThat(entries(after)).containsExactly(reserved, new Returned(4, "s", List.of("shop-1")));
    assertThat(Reservations.of(entries(after)).left()).isEmpty();
  }

  /// A crash leaves any part of what an append writes, in the file or the copy.
  @Test
  void crash_atEveryByteOfAnAppend_isRecovered() throws Exception {
    LedgerHead head = ledger.empty();
    for (int entries = 0; entries < 2; entries++) {
      byte[] before = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
      Sum next = histories.sum();
      LedgerHead after = ledger.enter(head, next);
      byte[] whole = Files.readAllBytes(file);
      for (int length = before.length; length <= whole.length; length++) {
        Files.write(file, Arrays.copyOf(whole, length));
        Files.write(copy, before);
        assertRecovers(head, next, after, whole);
        Files.write(file, whole);
        Files.write(copy, Arrays.copyOf(whole, length));
        assertRecovers(head, next, after, whole);
      }
      head = after;
    }
  }

  private void assertRecovers(LedgerHead head, Sum next, LedgerHead after, byte[] whole)
      throws Exception {
    assertThat(ledger.check(head)).isInstanceOf(Sound.class);
    assertThat(ledger.enter(head, next)).isEqualTo(after);
    assertThat(Files.readAllBytes(file)).isEqualTo(whole);
    assertThat(Files.readAllBytes(copy)).isEqualTo(whole);
  }

  /// After the rest of a crash, another sum may come than the one that was begun.
  @Test
  void crash_isRecovered_byAnotherSum() throws Exception {
    LedgerHead head = entered(ledger.empty(), 2);
    byte[] before = Files.readAllBytes(file);
    byte[] torn = Arrays.copyOf(before, before.length + 9);
    Arrays.fill(torn, before.length, torn.length, (byte) 'x');
    Files.write(file, torn);
    Sum next = histories.sum();
    LedgerHead after = ledger.enter(head, next);
    assertThat(entries(after)).hasSize(3).endsWith(next);
  }

  @Test
  void survivors_ofARound_areOneSet() throws Exception {
    LedgerHead head = entered(ledger.empty(), 2);
    Survivors all = new Survivors(5, Step.SIGNED, "s1", "a round", List.of("shop-1"), "all");
    LedgerHead after = ledger.agree(head, all);
    assertThat(entries(after)).hasSize(3).endsWith(all);

    // Also for an older database, whose head does not count the entry.
    for (LedgerHead stored : List.of(head, after)) {
      assertThat(ledger.agree(stored, all.at(7))).isEqualTo(after);
      for (Step step : Step.values()) {
        Survivors fewer = new Survivors(6, step, "s1", "a round", List.of("shop-1"), "fewer");
        assertThatThrownBy(() -> ledger.agree(stored, fewer))
            .isInstanceOf(LedgerRefusal.OtherSurvivors.class)
            .hasMessage("round a round of session s1 was opened over other survivors");
      }
    }
    Survivors ofAnother =
        new Survivors(8, Step.ANSWERED, "s1", "another round", List.of("shop-1"), "fewer");
    LedgerHead ofBoth = ledger.agree(after, ofAnother);
    assertThat(entries(ofBoth)).hasSize(4).endsWith(ofAnother);

    // The answer is an entry of its own, and also entered once.
    Survivors answer = new Survivors(9, Step.ANSWERED, "s1", "a round", List.of("shop-1"), "all");
    LedgerHead answered = ledger.agree(ofBoth, answer);
    assertThat(entries(answered)).hasSize(5).endsWith(answer);
    assertThat(ledger.agree(ofBoth, answer.at(10))).isEqualTo(answered);
  }

  @Test
  void entries_thatTheHeadDoesNotCount_areTold() throws Exception {
    LedgerHead head = entered(ledger.empty(), 2);
    Sum next = histories.sum();
    LedgerHead after = ledger.enter(head, next);
    assertThat(ledger.check(head)).isEqualTo(new Ahead(after, entries(after), List.of(next)));
  }

  @Test
  void damagedLedger_takesNothing() throws Exception {
    LedgerHead early = entered(ledger.empty(), 1);
    byte[] older = Files.readAllBytes(file);
    LedgerHead head = entered(early, 3);
    byte[] whole = Files.readAllBytes(file);

    byte[] changed = whole.clone();
    changed[whole.length / 2] ^= 1;
    Files.write(file, changed);
    assertRefused(head, Changed.class);

    Files.write(file, older);
    assertRefused(head, Behind.class);
    // The database was restored with the file, the copy was not.
    assertRefused(early, BehindCopy.class);

    Files.write(file, whole);
    Files.write(copy, changed);
    assertRefused(head, CopyDamaged.class);
    Files.write(copy, new Histories(5).chain("shop-1", 3).bytes());
    assertThat(ledger.check(head)).isEqualTo(new CopyDamaged(new Diverged(head)));
    Files.write(copy, new Histories(5).chain("shop-2", 3).bytes());
    assertThat(ledger.check(head)).isEqualTo(new CopyDamaged(new OtherLedger("shop-2")));

    // A copy that is new, or late by a crash, catches up.
    Files.delete(copy);
    assertThat(entries(entered(head, 1))).hasSize(5);
    assertThat(Files.readAllBytes(copy)).isEqualTo(Files.readAllBytes(file));
  }

  private void assertRefused(LedgerHead head, Class<? extends Damaged> damage) throws IOException {
    byte[] before = Files.readAllBytes(file);
    assertThatThrownBy(() -> ledger.enter(head, histories.sum()))
        .isInstanceOfSatisfying(
            LedgerRefusal.IsDamaged.class,
            refusal -> assertThat(refusal.damage()).isInstanceOf(damage))
        .hasMessageContaining("ledger");
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  @Test
  void ledger_isRestored_fromItsCopy() throws Exception {
    LedgerHead early = entered(ledger.empty(), 1);
    byte[] older = Files.readAllBytes(file);
    LedgerHead head = entered(early, 3);
    byte[] whole = Files.readAllBytes(file);
    for (LedgerHead stored : List.of(ledger.empty(), early, head)) {
      for (byte[] there :
          new byte[][] {older, new byte[0], "other\n".getBytes(StandardCharsets.US_ASCII), whole}) {
        Files.write(file, there);
        assertThat(ledger.restoreFromCopy(stored)).isEqualTo(head);
        assertThat(Files.readAllBytes(file)).isEqualTo(whole);
      }
    }
    // What was there and is no part of it is kept aside.
    assertThat(directory.resolve("shop-1.ledger.replaced-1")).hasContent("other");

    // A copy that was late by a crash takes nothing from the file.
    Files.write(copy, older);
    assertThat(ledger.restoreFromCopy(early)).isEqualTo(head);
    assertThat(Files.readAllBytes(copy)).isEqualTo(whole);
  }

  @Test
  void copy_thatIsNoBetter_restoresNothing() throws Exception {
    LedgerHead early = entered(ledger.empty(), 1);
    byte[] older = Files.readAllBytes(file);
    LedgerHead head = entered(early, 3);
    Files.write(copy, older);
    Files.write(file, older);
    assertThatThrownBy(() -> ledger.restoreFromCopy(head))
        .isInstanceOf(LedgerRefusal.IsDamaged.class)
        .hasMessage("in the copy, the ledger has 1 entries, and its head counts 4");
    Path alone = Files.createDirectories(directory.resolve("alone"));
    try (LedgerDirectory others = LedgerDirectory.open(alone, Optional.empty())) {
      Ledger other = others.ledger("shop-1");
      assertThatThrownBy(() -> other.restoreFromCopy(other.empty()))
          .isInstanceOf(LedgerRefusal.NoCopy.class);
    }
  }

  @Test
  void presumed_followsWhatIsKnown_andTheRestIsKeptAside() throws Exception {
    LedgerHead early = entered(ledger.empty(), 2);
    byte[] older = Files.readAllBytes(file);
    entered(early, 2);
    byte[] changed = Files.readAllBytes(file);
    changed[changed.length - 10] ^= 1;
    Presumed presumed = new Presumed(1, "restored");

    // Damaged in the last line, and rolled back: three are known, then two.
    Files.write(file, changed);
    Files.write(copy, older);
    LedgerHead head = ledger.presume(presumed);
    assertThat(entries(head)).hasSize(4).endsWith(presumed);
    assertThat(Files.readAllBytes(directory.resolve("shop-1.ledger.replaced-1")))
        .isEqualTo(changed);

    Files.write(file, older);
    Files.write(copy, older);
    assertThat(entries(ledger.presume(presumed))).hasSize(3).endsWith(presumed);

    Files.write(file, older);
    head = ledger.presume(presumed);
    assertThat(entries(head)).as("the copy knows more").hasSize(4);
    assertThat(entries(entered(head, 1))).hasSize(5);
  }

  @Test
  void directory_isOneProcesss_untilItIsClosed() throws Exception {
    assertThatThrownBy(() -> LedgerDirectory.open(directory, Optional.empty()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("another process has the ledgers in");
    ledgers.close();
    ledgers = LedgerDirectory.open(directory, Optional.empty());
    assertThatThrownBy(() -> LedgerDirectory.open(directory, Optional.of(directory)))
        .hasMessageContaining("a directory of their own");
    for (String name : List.of("", "../x", "A", "-a", "a/b", "a.b")) {
      assertThatThrownBy(() -> ledgers.ledger(name)).hasMessageContaining("must match");
    }
  }
}
