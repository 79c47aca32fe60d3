package io.privirec.client.consent;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.participation.Refusal;
import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.ParticipantId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SnapshotChoiceTest {
  private static final Duration DAY = Duration.ofHours(20);
  private static final Instant AS_OF = Instant.parse("2026-01-02T03:00:00Z");
  private static final Snapshot NEWEST = snapshot(AS_OF, AS_OF.plusSeconds(60));
  private static final Instant FREE = NEWEST.frozenAt().plus(DAY);

  private static Snapshot snapshot(Instant dataAsOf, Instant frozenAt) {
    return new Snapshot(new ParticipantId("p1"), dataAsOf, Digest.of(new byte[1]), frozenAt, 4, 9);
  }

  private static SnapshotChoice after(Instant dataAsOf, Instant now) {
    return SnapshotChoice.of(dataAsOf, Optional.empty(), Optional.of(NEWEST), now, DAY);
  }

  private static void refuses(SnapshotChoice choice, Refusal reason) {
    assertThat(choice)
        .isInstanceOfSatisfying(
            SnapshotChoice.None.class, none -> assertThat(none.reason()).isEqualTo(reason));
  }

  @Test
  void snapshotOfTheName_isTakenWhateverTheClockSays() {
    Snapshot older = snapshot(AS_OF.minus(DAY), AS_OF.minus(DAY));
    for (Instant now : new Instant[] {AS_OF.minus(DAY), AS_OF, FREE.plus(DAY)}) {
      assertThat(
              SnapshotChoice.of(
                  older.dataAsOf(), Optional.of(older), Optional.of(NEWEST), now, DAY))
          .isEqualTo(new SnapshotChoice.Frozen(older));
    }
  }

  @Test
  void nameNotLaterThanTheNewest_isSuperseded() {
    refuses(after(AS_OF.minusMillis(1), FREE), Refusal.SNAPSHOT_SUPERSEDED);
    refuses(after(AS_OF, FREE), Refusal.SNAPSHOT_SUPERSEDED);
    assertThat(after(AS_OF.plusMillis(1), FREE)).isEqualTo(new SnapshotChoice.Fresh());
  }

  @Test
  void nameMoreThanFiveMinutesAhead_isRefused() {
    Instant latest = FREE.plus(Duration.ofMinutes(5));
    assertThat(after(latest, FREE)).isEqualTo(new SnapshotChoice.Fresh());
    refuses(after(latest.plusMillis(1), FREE), Refusal.DATA_TIME_AHEAD);
  }

  @Test
  void laterName_waitsForTheIntervalSinceTheNewestByTheOwnClock() {
    Instant later = AS_OF.plusSeconds(90);
    SnapshotChoice waits = new SnapshotChoice.Later(FREE);
    assertThat(after(later, NEWEST.frozenAt().plusSeconds(30))).isEqualTo(waits);
    assertThat(after(later, FREE.minusMillis(1))).isEqualTo(waits);
    assertThat(after(later, FREE)).isEqualTo(new SnapshotChoice.Fresh());
  }

  /// It may be wrong by as much as it likes: snapshots do not come closer.
  @Test
  void clockThatWasSetBack_waitsAllTheMore() {
    assertThat(after(AS_OF.plusMillis(1), AS_OF.minusSeconds(60)))
        .isEqualTo(new SnapshotChoice.Later(FREE));
  }

  @Test
  void firstSnapshot_isFrozenForAnyNameThatIsNotAhead() {
    Instant now = AS_OF;
    assertThat(SnapshotChoice.of(AS_OF.minus(DAY), Optional.empty(), Optional.empty(), now, DAY))
        .isEqualTo(new SnapshotChoice.Fresh());
    refuses(
        SnapshotChoice.of(AS_OF.plus(DAY), Optional.empty(), Optional.empty(), now, DAY),
        Refusal.DATA_TIME_AHEAD);
  }
}
