package io.privirec.client.participation;

import io.privirec.client.participation.Participation.Status;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.federation.OnMissing;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.ThreatModel;
import io.privirec.wire.algorithm.AlgorithmParameters;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/// Rows of `participation`.
record ParticipationRows(JdbcClient jdbc, JsonMapper json) {
  private static final String CLOSED = "closed";
  private static final String TOLERANT = "tolerant";

  void insert(Participation participation) {
    @Nullable SessionTerms terms = participation.terms().orElse(null);
    @Nullable ItemPairs pairs = participation.terms().flatMap(SessionTerms::itemPairs).orElse(null);
    CohortTerms.@Nullable Closed closed =
        terms != null && terms.cohort() instanceof CohortTerms.Closed found ? found : null;
    jdbc.sql(
            """
            insert into participation (session_id, participant, status, refusal, algorithm,
              parameters, threat_model, key_agreement, round_kind, roster_version, roster_sha256,
              cells, on_missing, min_participants, max_attempts, data_as_of, catalogue_version,
              catalogue_sha256, items, item_pairs, item_pairs_of_one_user, first_seen)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, now())\
            """)
        .param(participation.session().value())
        .param(participation.participant().value())
        .param(participation.status().name())
        .param(participation.refusal().orElse(null))
        .param(terms == null ? null : terms.algorithm())
        .param(terms == null ? null : json.writeValueAsString(terms.parameters()))
        .param(terms == null ? null : terms.threatModel().name())
        .param(terms == null ? null : terms.keyAgreement().name())
        .param(terms == null ? null : closed == null ? TOLERANT : CLOSED)
        .param(closed == null ? null : closed.roster().version())
        .param(closed == null ? null : closed.roster().digest().hex())
        .param(closed == null ? null : text(closed.cells()))
        .param(closed == null ? null : closed.onMissing().name())
        .param(participation.terms().map(settled -> fewest(settled.cohort())).orElse(null))
        .param(terms == null ? 1 : terms.cohort().maxAttempts())
        .param(
            participation
                .terms()
                .map(settled -> OffsetDateTime.ofInstant(settled.dataAsOf(), ZoneOffset.UTC))
                .orElse(null))
        .param(terms == null ? null : terms.catalogueVersion())
        .param(terms == null ? null : terms.catalogue().hex())
        .param(terms == null ? null : terms.items())
        .param(pairs == null ? null : pairs.distinct())
        .param(pairs == null ? null : pairs.ofOneUser())
        .update();
  }

  Participation read(ResultSet row) throws SQLException {
    return new Participation(
        new SessionId(row.getString("session_id")),
        new ParticipantId(row.getString("participant")),
        Status.valueOf(row.getString("status")),
        row.getString("algorithm") == null ? Optional.empty() : Optional.of(terms(row)),
        Optional.ofNullable(row.getString("snapshot_sha256")).map(Digest::parse),
        Optional.ofNullable(row.getString("refusal")),
        Optional.ofNullable(row.getObject("approved_at", OffsetDateTime.class))
            .map(OffsetDateTime::toInstant));
  }

  private SessionTerms terms(ResultSet row) throws SQLException {
    return new SessionTerms(
        row.getString("algorithm"),
        json.readValue(
            row.getString("parameters"), AlgorithmParameters.typeFor(row.getString("algorithm"))),
        ThreatModel.valueOf(row.getString("threat_model")),
        KeyAgreement.valueOf(row.getString("key_agreement")),
        row.getString("round_kind").equals(CLOSED) ? closed(row) : tolerant(row),
        row.getObject("data_as_of", OffsetDateTime.class).toInstant(),
        row.getInt("catalogue_version"),
        Digest.parse(row.getString("catalogue_sha256")),
        row.getInt("items"),
        itemPairs(row));
  }

  private static int fewest(CohortTerms terms) {
    return switch (terms) {
      case CohortTerms.Closed closed -> closed.minParticipants();
      case CohortTerms.Tolerant tolerant -> tolerant.participants();
    };
  }

  private static CohortTerms.Tolerant tolerant(ResultSet row) throws SQLException {
    return new CohortTerms.Tolerant(row.getInt("min_participants"), row.getInt("max_attempts"));
  }

  private static CohortTerms.Closed closed(ResultSet row) throws SQLException {
    return new CohortTerms.Closed(
        new RosterReference(
            row.getInt("roster_version"), Digest.parse(row.getString("roster_sha256"))),
        numbers(row.getString("cells")),
        OnMissing.valueOf(row.getString("on_missing")),
        row.getInt("min_participants"),
        row.getInt("max_attempts"));
  }

  private static Optional<ItemPairs> itemPairs(ResultSet row) throws SQLException {
    long distinct = row.getLong("item_pairs");
    return row.wasNull()
        ? Optional.empty()
        : Optional.of(new ItemPairs(distinct, row.getLong("item_pairs_of_one_user")));
  }

  /// Numbers of cells in a text column, separated by a space.
  static String text(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  static List<Integer> numbers(String text) {
    return text.isEmpty()
        ? List.of()
        : Arrays.stream(text.split(" ", -1)).map(Integer::valueOf).toList();
  }
}
