package io.privirec.client.runtime.persistence;

import io.privirec.client.runtime.CohortHistory;
import io.privirec.client.runtime.Input;
import io.privirec.client.runtime.ItemPairs;
import io.privirec.client.runtime.Participation;
import io.privirec.client.runtime.Participation.Status;
import io.privirec.client.runtime.ParticipationStore;
import io.privirec.client.runtime.RoundKey;
import io.privirec.client.runtime.RoundStanding;
import io.privirec.client.runtime.SessionId;
import io.privirec.client.runtime.SessionTerms;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.edge.sealing.KeyRing;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.participant.OpenedBefore.Opening;
import io.privirec.secagg.participant.OpenedBefore.TooClose;
import io.privirec.secagg.participant.OpenedUnseen;
import io.privirec.secagg.participant.ParticipantState;
import io.privirec.secagg.participant.ParticipantStateCodec;
import io.privirec.session.OnLoss;
import io.privirec.wire.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

@Repository
class JdbcParticipationStore implements ParticipationStore {
  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;
  private final KeyRing ring;
  private final JsonMapper json;
  private final SessionRoundRows sessionRounds;
  private final OpenedInputRows openedInputs;

  JdbcParticipationStore(
      JdbcClient jdbc, PlatformTransactionManager transactions, KeyRing ring, JsonMapper json) {
    this.jdbc = jdbc;
    this.transaction = new TransactionTemplate(transactions);
    this.ring = ring;
    this.json = json;
    this.sessionRounds = new SessionRoundRows(jdbc);
    this.openedInputs = new OpenedInputRows(jdbc);
  }

  @Override
  public Optional<Participation> find(SessionId session, ParticipantId participant) {
    return jdbc.sql("select * from participation where session_id = ? and participant = ?")
        .params(session.value(), participant.value())
        .query((row, number) -> participation(row))
        .optional();
  }

  @Override
  public List<Participation> of(ParticipantId participant) {
    return jdbc.sql("select * from participation where participant = ? order by first_seen")
        .param(participant.value())
        .query((row, number) -> participation(row))
        .list();
  }

  @Override
  public List<Participation> open(ParticipantId participant) {
    return jdbc.sql(
            """
            select * from participation
            where participant = ? and status <> 'OVER' order by first_seen\
            """)
        .param(participant.value())
        .query((row, number) -> participation(row))
        .list();
  }

  @Override
  public void begin(Participation participation) {
    @Nullable SessionTerms terms = participation.terms().orElse(null);
    @Nullable ItemPairs pairs = participation.terms().flatMap(SessionTerms::itemPairs).orElse(null);
    jdbc.sql(
            """
            insert into participation (session_id, participant, status, refusal, algorithm,
              parameters, threat_model, key_agreement, on_loss, catalogue_version, catalogue_sha256,
              items, snapshot_sha256, data_sha256, item_pairs, item_pairs_of_one_user, first_seen)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, now())\
            """)
        .param(participation.session().value())
        .param(participation.participant().value())
        .param(participation.status().name())
        .param(participation.refusal().orElse(null))
        .param(terms == null ? null : terms.algorithm())
        .param(terms == null ? null : json.writeValueAsString(terms.parameters()))
        .param(terms == null ? null : terms.threatModel().name())
        .param(terms == null ? null : terms.keyAgreement().name())
        .param(terms == null ? null : terms.onLoss().name())
        .param(terms == null ? null : terms.catalogueVersion())
        .param(terms == null ? null : terms.catalogue().hex())
        .param(terms == null ? null : terms.items())
        .param(terms == null ? null : terms.snapshot().hex())
        .param(terms == null ? null : terms.data().hex())
        .param(pairs == null ? null : pairs.distinct())
        .param(pairs == null ? null : pairs.ofOneUser())
        .update();
  }

  @Override
  public boolean approve(SessionId session, ParticipantId participant) {
    return jdbc.sql(
                """
                update participation set status = 'ACTIVE'
                where session_id = ? and participant = ? and status = 'AWAITING_APPROVAL'\
                """)
            .params(session.value(), participant.value())
            .update()
        == 1;
  }

  @Override
  public void close(SessionId session, ParticipantId participant) {
    transaction.executeWithoutResult(status -> {
      jdbc.sql("update participation set status = 'OVER' where session_id = ? and participant = ?")
          .params(session.value(), participant.value())
          .update();
      forgetSecrets(session, participant);
      sessionRounds.forget(session, participant);
    });
  }

  private void forgetSecrets(SessionId session, ParticipantId participant) {
    jdbc.sql(
            """
            delete from masked_chunk c using round_participation r
            where r.round_id = c.round_id and r.participant = c.participant
              and r.session_id = ? and r.participant = ?\
            """)
        .params(session.value(), participant.value())
        .update();
    jdbc.sql(
            """
            update round_participation set sealed_state = null
            where session_id = ? and participant = ? and sealed_state is not null\
            """)
        .params(session.value(), participant.value())
        .update();
  }

  @Override
  public Standing standing(RoundKey key) {
    return jdbc.sql(
            "select sealed_state from round_participation where round_id = ? and participant = ?")
        .params(key.round().hex(), key.participant().value())
        .query((row, number) -> standing(key, row.getBytes(1)))
        .optional()
        .orElseGet(Standing.Unknown::new);
  }

  private Standing standing(RoundKey key, byte @Nullable [] sealed) {
    if (sealed == null) {
      return new Standing.Closed();
    }
    try {
      return new Standing.Joined(ParticipantStateCodec.decode(ring.open(place(key), sealed)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("stored state of " + key + " does not decode", e);
    }
  }

  @Override
  public CohortHistory cohorts(SessionId session, ParticipantId participant) {
    return sessionRounds.of(session, participant);
  }

  @Override
  public void join(RoundKey key, String name, RoundRecord record, ParticipantState state) {
    transaction.executeWithoutResult(status -> {
      forgetSecrets(key.session(), key.participant());
      sessionRounds.join(key, record);
      jdbc.sql(
              """
              insert into round_participation (round_id, participant, session_id, round_index,
                attempt, name, elements, min_survivors, state, sealed_state)
              values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
              """)
          .params(
              key.round().hex(),
              key.participant().value(),
              key.session().value(),
              key.index(),
              key.attempt(),
              name,
              record.vector().length(),
              record.thresholds().minSurvivors(),
              label(state),
              seal(key, state))
          .update();
    });
  }

  @Override
  public void save(RoundKey key, ParticipantState before, ParticipantState next) {
    int updated =
        jdbc.sql(
                """
                update round_participation set state = ?, sealed_state = ?
                where round_id = ? and participant = ? and state = ? and sealed_state is not null\
                """)
            .params(
                label(next),
                seal(key, next),
                key.round().hex(),
                key.participant().value(),
                label(before))
            .update();
    if (updated != 1) {
      throw new IllegalStateException(key + " was closed, or went on, meanwhile");
    }
  }

  @Override
  public void saveMasking(
      RoundKey key,
      ParticipantState before,
      ParticipantState next,
      OpenedUnseen round,
      Optional<Input> input) {
    transaction.executeWithoutResult(status -> {
      input.ifPresent(masked -> openedInputs.mask(key, masked, round));
      save(key, before, next);
    });
  }

  @Override
  public List<OpenedUnseen> openedUnseen(RoundKey key, Input input) {
    return openedInputs.unseen(key, input);
  }

  @Override
  public Optional<TooClose> saveSignature(
      RoundKey key,
      ParticipantState before,
      ParticipantState next,
      Opening opening,
      Optional<Input> input) {
    return saveUnless(
        () -> input.flatMap(signed -> openedInputs.check(key, signed, opening)),
        () -> {
          sessionRounds.confirm(key, opening.survivors(), false);
          save(key, before, next);
        });
  }

  @Override
  public Optional<TooClose> saveAnswer(
      RoundKey key,
      ParticipantState before,
      ParticipantState next,
      Opening opening,
      Optional<Input> input) {
    return saveUnless(
        () -> input.flatMap(answered -> openedInputs.add(key, answered, opening)),
        () -> {
          sessionRounds.confirm(key, opening.survivors(), true);
          save(key, before, next);
        });
  }

  private Optional<TooClose> saveUnless(Supplier<Optional<TooClose>> refusal, Runnable save) {
    return Objects.requireNonNull(
        transaction.execute(status -> {
          Optional<TooClose> refused = refusal.get();
          if (refused.isEmpty()) {
            save.run();
          }
          return refused;
        }));
  }

  @Override
  public void abort(RoundKey key, String reason) {
    jdbc.sql(
            """
            insert into round_participation (round_id, participant, session_id, round_index,
              attempt, name, elements, min_survivors, state, abort_reason)
            values (?, ?, ?, ?, ?, '', 0, 0, ?, ?)
            on conflict (round_id, participant) do update
            set abort_reason = excluded.abort_reason, sealed_state = null\
            """)
        .params(
            key.round().hex(),
            key.participant().value(),
            key.session().value(),
            key.index(),
            key.attempt(),
            RoundStanding.NOT_JOINED,
            reason)
        .update();
  }

  @Override
  public Map<Integer, Digest> chunks(RoundKey key) {
    Map<Integer, Digest> chunks = new HashMap<>();
    jdbc.sql("select chunk, sha256 from masked_chunk where round_id = ? and participant = ?")
        .params(key.round().hex(), key.participant().value())
        .query(row -> {
          chunks.put(row.getInt(1), Digest.parse(row.getString(2)));
        });
    return chunks;
  }

  @Override
  public Digest recordChunk(RoundKey key, int chunk, Digest digest) {
    String first =
        jdbc.sql(
                """
                insert into masked_chunk as c (round_id, participant, chunk, sha256)
                values (?, ?, ?, ?)
                on conflict (round_id, participant, chunk) do update set sha256 = c.sha256
                returning c.sha256\
                """)
            .params(key.round().hex(), key.participant().value(), chunk, digest.hex())
            .query(String.class)
            .single();
    return Digest.parse(first);
  }

  @Override
  public void addTraffic(RoundKey key, long bytesUp, long bytesDown) {
    jdbc.sql(
            """
            update round_participation
            set bytes_up = bytes_up + ?, bytes_down = bytes_down + ?
            where round_id = ? and participant = ?\
            """)
        .params(bytesUp, bytesDown, key.round().hex(), key.participant().value())
        .update();
  }

  @Override
  public List<RoundStanding> rounds(SessionId session, ParticipantId participant) {
    return jdbc.sql(
            """
            select * from round_participation where session_id = ? and participant = ?
            order by round_index, attempt\
            """)
        .params(session.value(), participant.value())
        .query((row, number) -> round(row))
        .list();
  }

  private static RoundStanding round(ResultSet row) throws SQLException {
    return new RoundStanding(
        new RoundKey(
            new SessionId(row.getString("session_id")),
            new ParticipantId(row.getString("participant")),
            RoundId.parse(row.getString("round_id")),
            row.getInt("round_index"),
            row.getInt("attempt")),
        row.getString("name"),
        row.getLong("elements"),
        row.getInt("min_survivors"),
        row.getString("state"),
        Optional.ofNullable(row.getString("abort_reason")),
        row.getLong("bytes_up"),
        row.getLong("bytes_down"));
  }

  private Participation participation(ResultSet row) throws SQLException {
    return new Participation(
        new SessionId(row.getString("session_id")),
        new ParticipantId(row.getString("participant")),
        Status.valueOf(row.getString("status")),
        row.getString("algorithm") == null ? Optional.empty() : Optional.of(terms(row)),
        Optional.ofNullable(row.getString("refusal")));
  }

  private SessionTerms terms(ResultSet row) throws SQLException {
    return new SessionTerms(
        row.getString("algorithm"),
        json.readValue(
            row.getString("parameters"), AlgorithmParameters.typeFor(row.getString("algorithm"))),
        ThreatModel.valueOf(row.getString("threat_model")),
        KeyAgreement.valueOf(row.getString("key_agreement")),
        OnLoss.valueOf(row.getString("on_loss")),
        row.getInt("catalogue_version"),
        Digest.parse(row.getString("catalogue_sha256")),
        row.getInt("items"),
        Digest.parse(row.getString("snapshot_sha256")),
        Digest.parse(row.getString("data_sha256")),
        itemPairs(row));
  }

  private static Optional<ItemPairs> itemPairs(ResultSet row) throws SQLException {
    long distinct = row.getLong("item_pairs");
    return row.wasNull()
        ? Optional.empty()
        : Optional.of(new ItemPairs(distinct, row.getLong("item_pairs_of_one_user")));
  }

  private byte[] seal(RoundKey key, ParticipantState state) {
    return ring.seal(place(key), ParticipantStateCodec.encode(state));
  }

  private static String place(RoundKey key) {
    return place(key.round().hex(), key.participant().value());
  }

  /// The name of a state's place.
  static String place(Object round, Object participant) {
    return "round/" + round + "/" + participant;
  }

  private static String label(ParticipantState state) {
    return state.getClass().getSimpleName().toUpperCase(Locale.ROOT);
  }
}
