package io.privirec.coordinator.round;

import io.privirec.round.Round;
import io.privirec.round.RoundFailure;
import io.privirec.round.RoundStatus;
import io.privirec.round.Staging;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.SignedRoundRecord;
import io.privirec.secagg.coordinator.FaultReason;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

// Some columns are only asked for in queries.
@SuppressWarnings("UnusedVariable")
@Entity
@Table(name = "round")
class RoundEntity {
  @Id private String id;
  private String sessionId;
  private int roundIndex;
  private int attempt;
  private String name;
  private byte[] signedRecord;
  private @Nullable String broadcast;

  /// Length of the upload window; null for a full spool.
  private @Nullable Integer windowChunks;

  @Enumerated(EnumType.STRING)
  private RoundStatus status;

  @Enumerated(EnumType.STRING)
  private Phase phase;

  private long phaseDeadlineMs;
  private @Nullable Instant deadline;
  private Instant phaseSince;
  private int events;
  private @Nullable String failureCode;
  private @Nullable String failureDetail;
  private Instant openedAt;
  private @Nullable Instant closedAt;
  @Version private long version;

  @SuppressWarnings("NullAway.Init")
  protected RoundEntity() {}

  @SuppressWarnings("NullAway.Init")
  RoundEntity(Round round) {
    id = round.id().hex();
    sessionId = round.terms().sessionId();
    roundIndex = round.terms().roundIndex();
    attempt = round.terms().attempt();
    name = round.name();
    signedRecord = round.signedRecord().encode();
    broadcast = round.broadcast().orElse(null);
    windowChunks = round.staging() instanceof Staging.Window(int chunks) ? chunks : null;
    phaseDeadlineMs = round.phaseDeadline().toMillis();
    openedAt = round.openedAt();
    copyFrom(round);
  }

  /// Takes over everything of a round that can change.
  final void copyFrom(Round round) {
    status = round.status();
    phase = round.phase();
    deadline = round.deadline().orElse(null);
    phaseSince = round.phaseSince();
    events = round.events();
    failureCode = round.failure().map(RoundFailure::code).orElse(null);
    failureDetail = round.failure().map(RoundFailure::detail).orElse(null);
    closedAt = round.closedAt().orElse(null);
  }

  boolean hasVersion(long expected) {
    return version == expected;
  }

  String id() {
    return id;
  }

  byte[] signedRecord() {
    return signedRecord.clone();
  }

  Round toDomain(
      SignedRoundRecord record,
      Map<ParticipantId, Phase> dropouts,
      Map<ParticipantId, FaultReason> faults) {
    Optional<RoundFailure> failure =
        failureCode == null
            ? Optional.empty()
            : Optional.of(
                new RoundFailure(failureCode, failureDetail == null ? "" : failureDetail));
    return new Round(
        record,
        name,
        Optional.ofNullable(broadcast),
        windowChunks == null ? new Staging.FullSpool() : new Staging.Window(windowChunks),
        status,
        phase,
        Duration.ofMillis(phaseDeadlineMs),
        Optional.ofNullable(deadline),
        phaseSince,
        events,
        dropouts,
        faults,
        failure,
        openedAt,
        Optional.ofNullable(closedAt),
        version);
  }
}
