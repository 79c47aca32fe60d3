package io.privirec.coordinator.session;

import io.privirec.coordinator.draft.SessionTerms;
import io.privirec.coordinator.session.AggregationSession.Probe;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.federation.OnMissing;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.ThreatModel;
import io.privirec.wire.SessionView.Failure;
import io.privirec.wire.SessionView.Status;
import io.privirec.wire.algorithm.AlgorithmParameters;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

@Entity
@Table(name = "aggregation_session")
class SessionEntity {
  private static final String CLOSED = "CLOSED";
  private static final String TOLERANT = "TOLERANT";
  private static final JsonMapper JSON = JsonMapper.shared();

  @Id private String id;
  private String algorithm;
  private String parameters;

  @Enumerated(EnumType.STRING)
  private ThreatModel threatModel;

  @Enumerated(EnumType.STRING)
  private KeyAgreement keyAgreement;

  private @Nullable Double corruptFraction;
  private @Nullable Double dropoutFraction;
  private long phaseDeadlineMs;
  private int maxAttempts;
  private String roundKind;

  /// Of a closed session, like the three below.
  private @Nullable String onMissing;

  private @Nullable Integer minParticipants;
  private @Nullable Integer rosterVersion;

  private byte @Nullable [] rosterSha256;
  private int @Nullable [] cells;

  private @Nullable String probeOf;
  private @Nullable Integer probeCell;
  private @Nullable Integer probeRound;

  /// Null for a session that is not about items.
  private @Nullable Integer catalogueVersion;

  private Instant dataAsOf;

  @Enumerated(EnumType.STRING)
  private Status status;

  private @Nullable String failureCode;
  private @Nullable String failureDetail;
  private @Nullable String releaseId;
  private Instant createdAt;
  private @Nullable Instant finishedAt;
  private boolean active;
  @Version private long version;

  @ElementCollection(fetch = FetchType.EAGER)
  @CollectionTable(name = "session_member", joinColumns = @JoinColumn(name = "session_id"))
  @Column(name = "participant_id")
  private Set<String> cohort = new HashSet<>();

  @SuppressWarnings("NullAway.Init")
  protected SessionEntity() {}

  @SuppressWarnings("NullAway.Init")
  SessionEntity(AggregationSession session) {
    id = session.id();
    algorithm = session.algorithm();
    parameters = JSON.writeValueAsString(session.parameters());
    threatModel = session.terms().threatModel();
    keyAgreement = session.terms().keyAgreement();
    phaseDeadlineMs = session.terms().phaseDeadline().toMillis();
    maxAttempts = session.terms().maxAttempts();
    switch (session.terms()) {
      case SessionTerms.Closed closed -> {
        roundKind = CLOSED;
        onMissing = closed.onMissing().name();
        minParticipants = closed.minParticipants();
        rosterVersion = closed.roster().version();
        rosterSha256 = closed.roster().digest().bytes();
        cells = closed.cells().stream().mapToInt(Integer::intValue).toArray();
      }
      case SessionTerms.Tolerant tolerant -> {
        roundKind = TOLERANT;
        corruptFraction = tolerant.corruptFraction().orElse(null);
        dropoutFraction = tolerant.dropoutFraction().orElse(null);
      }
    }
    probeOf = session.probe().map(Probe::origin).orElse(null);
    probeCell = session.probe().map(Probe::cell).orElse(null);
    probeRound = session.probe().map(Probe::lastRound).orElse(null);
    catalogueVersion = session.catalogueVersion() == 0 ? null : session.catalogueVersion();
    dataAsOf = session.dataAsOf();
    createdAt = session.createdAt();
    session.cohort().forEach(member -> cohort.add(member.value()));
    become(session);
  }

  /// Takes over everything of a session that can change.
  final void become(AggregationSession session) {
    status = session.status();
    failureCode = session.failure().map(Failure::code).orElse(null);
    failureDetail = session.failure().map(Failure::detail).orElse(null);
    releaseId = session.releaseId().orElse(null);
    finishedAt = session.finishedAt().orElse(null);
    active = session.active();
  }

  boolean hasVersion(long expected) {
    return version == expected;
  }

  AggregationSession toDomain() {
    return new AggregationSession(
        id,
        algorithm,
        JSON.readValue(parameters, AlgorithmParameters.typeFor(algorithm)),
        terms(),
        catalogueVersion == null ? 0 : catalogueVersion,
        dataAsOf,
        cohort.stream().map(ParticipantId::new).collect(Collectors.toCollection(TreeSet::new)),
        status,
        failureCode == null
            ? Optional.empty()
            : Optional.of(new Failure(failureCode, failureDetail == null ? "" : failureDetail)),
        Optional.ofNullable(releaseId),
        createdAt,
        Optional.ofNullable(finishedAt),
        active,
        version,
        probeOf == null || probeCell == null || probeRound == null
            ? Optional.empty()
            : Optional.of(new Probe(probeOf, probeCell, probeRound)));
  }

  private SessionTerms terms() {
    Duration deadline = Duration.ofMillis(phaseDeadlineMs);
    if (!roundKind.equals(CLOSED)
        || onMissing == null
        || minParticipants == null
        || rosterVersion == null
        || rosterSha256 == null
        || cells == null) {
      return new SessionTerms.Tolerant(
          keyAgreement,
          deadline,
          maxAttempts,
          threatModel,
          Optional.ofNullable(corruptFraction),
          Optional.ofNullable(dropoutFraction));
    }
    return new SessionTerms.Closed(
        keyAgreement,
        deadline,
        maxAttempts,
        OnMissing.valueOf(onMissing),
        minParticipants,
        new RosterReference(rosterVersion, Digest.fromBytes(rosterSha256)),
        Arrays.stream(cells).boxed().toList());
  }
}
