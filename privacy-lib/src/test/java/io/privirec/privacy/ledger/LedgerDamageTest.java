package io.privirec.privacy.ledger;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Whatever is done to the bytes of a file is detected and named, in histories by a seed.
class LedgerDamageTest {
  private static final String NAME = "shop-1";
  private static final int ENTRIES = 9;

  private final Histories histories = new Histories(20);
  private final Chain chain = histories.chain(NAME, ENTRIES);
  private final byte[] file = chain.bytes();
  private final LedgerHead head = chain.tip();

  private LedgerCheck check(byte[] bytes) {
    return Chain.read(NAME, bytes).against(head);
  }

  /// The lines, heading first.
  private List<String> lines() {
    return lines(file);
  }

  private static List<String> lines(byte[] file) {
    return new ArrayList<>(new String(file, StandardCharsets.US_ASCII).lines().toList());
  }

  private LedgerCheck check(List<String> lines) {
    return check((String.join("\n", lines) + "\n").getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void file_asItWasWritten_isIntact() {
    assertThat(check(file)).isEqualTo(new Intact(head, chain.entries()));
    assertThat(Chain.read(NAME, new byte[0]).against(LedgerHead.ofEmpty(NAME)))
        .isEqualTo(new Intact(LedgerHead.ofEmpty(NAME), List.of()));
  }

  /// Some bits of each byte, and a newline in its place.
  @Test
  void everyChangedByte_isNamedByItsLine() {
    int line = 1;
    for (int at = 0; at < file.length; at++) {
      for (int other : new int[] {1, 32, 128, file[at] ^ '\n'}) {
        if (other == 0) {
          continue;
        }
        byte[] changed = file.clone();
        changed[at] ^= (byte) other;
        LedgerCheck found = check(changed);
        assertThat(found).as("byte %d xor %d", at, other).isInstanceOf(Damaged.class);
        if (at < file.length - 1) {
          assertThat(found).isEqualTo(line == 1 ? atHeading(changed) : new Changed(line));
        } else {
          assertThat(found).isEqualTo(new Cut(ENTRIES));
        }
      }
      line += file[at] == '\n' ? 1 : 0;
    }
  }

  /// A heading may be changed into that of another ledger.
  private static LedgerCheck atHeading(byte[] changed) {
    String first = new String(changed, StandardCharsets.ISO_8859_1).split("\n", -1)[0];
    return LedgerHead.named(first).<LedgerCheck>map(OtherLedger::new).orElse(new Changed(1));
  }

  /// A cut between lines is a roll-back, any other one a cut; where the head does not count what is
  /// incomplete, a crash left it.
  @Test
  void everyCut_isNamed_unlessTheHeadDoesNotCountWhatIsCut() {
    int entries = -1;
    for (int length = 0; length < file.length; length++) {
      if (length > 0 && file[length - 1] == '\n') {
        entries++;
      }
      byte[] cut = Arrays.copyOf(file, length);
      Chain whole = Chain.read(NAME, cut);
      boolean isBetweenLines = length == 0 || file[length - 1] == '\n';
      assertThat(whole.lines()).hasSize(Math.max(0, entries));
      assertThat(check(cut))
          .as("length %d", length)
          .isEqualTo(
              isBetweenLines ? new Behind(whole.tip(), head) : new Cut(Math.max(0, entries) + 1L));
      assertThat(whole.against(whole.tip())).isEqualTo(new Intact(whole.tip(), whole.entries()));
    }
  }

  @Test
  void everyRemovedLine_isNamed() {
    for (int entry = 1; entry < ENTRIES; entry++) {
      List<String> lines = lines();
      lines.remove(entry);
      assertThat(check(lines)).isEqualTo(new Removed(entry));
    }
    List<String> lines = lines();
    lines.removeLast();
    assertThat(check(lines)).isInstanceOf(Behind.class);
    lines.removeFirst();
    assertThat(check(lines)).isEqualTo(new Changed(1));
  }

  @Test
  void everyDuplicatedLine_isNamed_whereverItComes() {
    for (int entry = 1; entry <= ENTRIES; entry++) {
      for (int at = entry + 1; at <= ENTRIES + 1; at++) {
        List<String> lines = lines();
        lines.add(at, lines.get(entry));
        assertThat(check(lines)).isEqualTo(new Duplicated(entry));
      }
    }
  }

  @Test
  void everySwap_isNamed() {
    for (int one = 1; one <= ENTRIES; one++) {
      for (int other = one + 1; other <= ENTRIES; other++) {
        List<String> lines = lines();
        Collections.swap(lines, one, other);
        assertThat(check(lines)).isEqualTo(new Reordered(one));
      }
    }
  }

  @Test
  void everyRollback_isNamed_andAheadIsWhatTheHeadDoesNotCount() {
    for (int entries = 0; entries < ENTRIES; entries++) {
      Chain before =
          Chain.read(
              NAME,
              (String.join("\n", lines().subList(0, entries + 1)) + "\n")
                  .getBytes(StandardCharsets.US_ASCII));
      assertThat(before.against(head)).isEqualTo(new Behind(before.tip(), head));
      assertThat(chain.against(before.tip()))
          .isEqualTo(new Ahead(head, chain.entries(), chain.entries().subList(entries, ENTRIES)));
    }
  }

  /// The same number of sound lines, but not these.
  @Test
  void otherHistories_areNotThisOne() {
    Chain other = histories.chain(NAME, ENTRIES);
    assertThat(other.against(head)).isEqualTo(new Diverged(head));
    assertThat(histories.chain("shop-2", ENTRIES).against(head)).isEqualTo(new Diverged(head));
    assertThat(check(histories.chain("shop-2", ENTRIES).bytes()))
        .isEqualTo(new OtherLedger("shop-2"));
    for (int entry = 1; entry <= ENTRIES; entry++) {
      List<String> lines = lines();
      lines.set(entry, lines(other.bytes()).get(entry));
      assertThat(check(lines)).isEqualTo(new Replaced(entry == 1 ? 2 : entry));
    }
  }

  /// Bytes that were never a ledger.
  @Test
  void anyBytes_areNoSoundLedger() {
    for (int i = 0; i < 2_000; i++) {
      byte[] garbage = new byte[1 + histories.random().nextInt(200)];
      histories.random().nextBytes(garbage);
      assertThat(check(garbage)).isInstanceOf(Damaged.class);
      byte[] appended = Arrays.copyOf(file, file.length + garbage.length + 1);
      System.arraycopy(garbage, 0, appended, file.length, garbage.length);
      appended[appended.length - 1] = '\n';
      assertThat(check(appended)).isInstanceOf(Changed.class);
    }
  }

  @Test
  void sentences_nameWhatHappened() {
    assertThat(new Cut(3).inWords()).isEqualTo("the ledger is cut off within entry 3");
    assertThat(new Behind(LedgerHead.ofEmpty(NAME), head).inWords())
        .isEqualTo("the ledger has 0 entries, and its head counts 9");
    assertThat(new LedgerCheck.CopyDamaged(new Changed(4)).inWords())
        .isEqualTo("in the copy, line 4 of the ledger was changed");
  }
}
