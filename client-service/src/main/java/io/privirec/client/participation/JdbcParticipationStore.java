package io.privirec.client.participation;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.sealing.KeyRing;
import io.privirec.federation.NoiseSeed;
import io.privirec.federation.SessionSecret;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.participant.ParticipantState;
import io.privirec.secagg.participant.ParticipantStateCodec;
import java.security.GeneralSecurityException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
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
  private final ParticipationRows rows;

  JdbcParticipationStore(
      JdbcClient jdbc, PlatformTransactionManager transactions, KeyRing ring, JsonMapper json) {
    this.jdbc = jdbc;
    this.transaction = new TransactionTemplate(transactions);
    this.ring = ring;
    this.rows = new ParticipationRows(jdbc, json);
  }

  @Override
  public <T> T atomically(Steps<T> steps) throws RefusedException {
    try {
      return Objects.requireNonNull(
          transaction.execute(_ -> {
            try {
              return steps.run();
            } catch (RefusedException e) {
              throw new RefusedInTransaction(e);
            }
          }));
    } catch (RefusedInTransaction e) {
      throw e.refusal;
    }
  }

  /// Ends the transaction.
  private static final class RefusedInTransaction extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient RefusedException refusal;

    RefusedInTransaction(RefusedException refusal) {
      super(refusal);
      this.refusal = refusal;
    }
  }

  @Override
  public Optional<Participation> find(SessionId session, ParticipantId participant) {
    return jdbc.sql("select * from participation where session_id = ? and participant = ?")
        .params(session.value(), participant.value())
        .query((row, number) -> rows.read(row))
        .optional();
  }

  @Override
  public List<Participation> of(ParticipantId participant) {
    return jdbc.sql("select * from participation where participant = ? order by first_seen")
        .param(participant.value())
        .query((row, number) -> rows.read(row))
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
        .query((row, number) -> rows.read(row))
        .list();
  }

  @Override
  public List<Instant> openDataTimes(ParticipantId participant) {
    return jdbc.sql(
            """
            select data_as_of from participation
            where participant = ? and status <> 'OVER' and data_as_of is not null\
            """)
        .param(participant.value())
        .query((row, number) -> row.getObject(1, OffsetDateTime.class).toInstant())
        .list();
  }

  @Override
  public boolean isOpenForOthers(SessionId session, ParticipantId participant) {
    return jdbc.sql(
            """
            select exists (select from participation
            where session_id = ? and participant <> ? and status <> 'OVER')\
            """)
        .params(session.value(), participant.value())
        .query(Boolean.class)
        .single();
  }

  @Override
  public void begin(Participation participation) {
    rows.insert(participation);
  }

  @Override
  public boolean awaitsApproval(SessionId session, ParticipantId participant) {
    return jdbc.sql(
            """
            select status from participation where session_id = ? and participant = ? for update\
            """)
        .params(session.value(), participant.value())
        .query(String.class)
        .optional()
        .equals(Optional.of("AWAITING_APPROVAL"));
  }

  @Override
  public boolean isActive(SessionId session, ParticipantId participant) {
    return jdbc.sql(
            """
            select status from participation where session_id = ? and participant = ? for share\
            """)
        .params(session.value(), participant.value())
        .query(String.class)
        .optional()
        .equals(Optional.of("ACTIVE"));
  }

  @Override
  public void activate(
      SessionId session,
      ParticipantId participant,
      Optional<Digest> snapshot,
      Optional<ItemPairs> pairs,
      boolean byPerson) {
    jdbc.sql(
            """
            update participation
            set status = 'ACTIVE', snapshot_sha256 = ?, item_pairs = ?,
              item_pairs_of_one_user = ?, consented_at = now(),
              approved_at = case when ? then clock_timestamp() end
            where session_id = ? and participant = ?\
            """)
        .param(snapshot.map(Digest::hex).orElse(null))
        .param(pairs.map(ItemPairs::distinct).orElse(null))
        .param(pairs.map(ItemPairs::ofOneUser).orElse(null))
        .param(byPerson)
        .param(session.value())
        .param(participant.value())
        .update();
  }

  @Override
  public void askAgain(SessionId session, ParticipantId participant) {
    jdbc.sql(
            """
            update participation set status = 'AWAITING_APPROVAL'
            where session_id = ? and participant = ? and status = 'ACTIVE' and approved_at is null\
            """)
        .params(session.value(), participant.value())
        .update();
  }

  @Override
  public void refuse(SessionId session, ParticipantId participant, Refusal reason) {
    jdbc.sql(
            """
            update participation set status = 'OVER', refusal = ?
            where session_id = ? and participant = ? and status <> 'OVER'\
            """)
        .params(reason.code(), session.value(), participant.value())
        .update();
  }

  @Override
  public boolean reject(SessionId session, ParticipantId participant, Refusal reason) {
    return Boolean.TRUE.equals(
        transaction.execute(_ -> {
          // The lock comes first: only a later statement sees what a consent under way has led to.
          boolean isRejected =
              awaitsApproval(session, participant) || !hasRounds(session, participant);
          if (isRejected) {
            refuse(session, participant, reason);
          }
          return isRejected;
        }));
  }

  private boolean hasRounds(SessionId session, ParticipantId participant) {
    return jdbc.sql(
            """
            select exists (select from round_participation where session_id = ? and participant = ?)\
            """)
        .params(session.value(), participant.value())
        .query(Boolean.class)
        .single();
  }

  @Override
  public void close(SessionId session, ParticipantId participant) {
    transaction.executeWithoutResult(_ -> {
      jdbc.sql(
              """
              update participation set status = 'OVER', sealed_secret = null
              where session_id = ? and participant = ?\
              """)
          .params(session.value(), participant.value())
          .update();
      forgetSecrets(session, participant);
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
            update round_participation set sealed_state = null, sealed_noise_seed = null
            where session_id = ? and participant = ? and sealed_state is not null\
            """)
        .params(session.value(), participant.value())
        .update();
  }

  @Override
  public Standing standing(RoundKey key) {
    return jdbc.sql(
            """
            select sealed_state, kernel, sealed_noise_seed from round_participation
            where round_id = ? and participant = ?\
            """)
        .params(key.round().hex(), key.participant().value())
        .query((row, number) -> new StoredState(row.getBytes(1), row.getString(2), row.getBytes(3)))
        .optional()
        // Without the connection: it takes long where the round has a thousand members.
        .map(stored -> standing(key, stored))
        .orElseGet(Standing.Unknown::new);
  }

  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record StoredState(
      byte @Nullable [] sealed, @Nullable String kernel, byte @Nullable [] noiseSeed) {}

  private Standing standing(RoundKey key, StoredState stored) {
    byte[] sealed = stored.sealed();
    if (sealed == null) {
      return new Standing.Closed();
    }
    try {
      return new Standing.Joined(
          ParticipantStateCodec.decode(ring.open(place(key), sealed)),
          Optional.ofNullable(stored.kernel()),
          noiseSeed(key, stored.noiseSeed()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("stored state of " + key + " does not decode", e);
    }
  }

  private Optional<NoiseSeed> noiseSeed(RoundKey key, byte @Nullable [] sealed)
      throws GeneralSecurityException {
    return sealed == null
        ? Optional.empty()
        : Optional.of(new NoiseSeed(ring.open(noisePlace(key), sealed)));
  }

  @Override
  public void join(
      RoundKey key,
      String name,
      RoundRecord record,
      ParticipantState state,
      Optional<NoiseSeed> noise) {
    transaction.executeWithoutResult(_ -> insertJoined(key, name, record, state, noise));
  }

  private void insertJoined(
      RoundKey key,
      String name,
      RoundRecord record,
      ParticipantState state,
      Optional<NoiseSeed> noise) {
    giveUpOthers(key);
    forgetSecrets(key.session(), key.participant());
    jdbc.sql(
            """
            insert into round_participation (round_id, participant, session_id, round_index,
              attempt, name, elements, cells, cohort, min_survivors, state, sealed_state,
              sealed_noise_seed, noise_commitment, broadcast_sha256)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
            """)
        .params(
            key.round().hex(),
            key.participant().value(),
            key.session().value(),
            key.index(),
            key.attempt(),
            name,
            record.vector().length(),
            ParticipationRows.text(cells(record)),
            cohort(record),
            fewest(record),
            label(state),
            seal(key, state))
        .param(noise.map(seed -> ring.seal(noisePlace(key), seed.secret())).orElse(null))
        .param(noise.map(seed -> seed.commitment().hex()).orElse(null))
        .param(record.broadcast().hex())
        .update();
  }

  /// A failed attempt of the round may be opened later.
  private void giveUpOthers(RoundKey key) {
    jdbc.sql(
            """
            update round_participation set abort_reason = ?
            where session_id = ? and participant = ? and round_index = ? and abort_reason is null
              and sealed_state is not null and state not in ('CONTRIBUTED', 'ANSWERED')\
            """)
        .params(
            Refusal.ANOTHER_ATTEMPT.code(),
            key.session().value(),
            key.participant().value(),
            key.index())
        .update();
  }

  private static List<Integer> cells(RoundRecord record) {
    return record.kind() instanceof RoundKind.Closed closed ? closed.cells() : List.of();
  }

  private static String cohort(RoundRecord record) {
    return record.isClosed()
        ? ""
        : record.cohort().stream()
            .map(member -> member.id().value())
            .collect(Collectors.joining(" "));
  }

  private static Set<ParticipantId> cohort(String text) {
    return text.isEmpty()
        ? Set.of()
        : Arrays.stream(text.split(" ", -1))
            .map(ParticipantId::new)
            .collect(Collectors.toUnmodifiableSet());
  }

  /// Contributions in an opened sum.
  private static int fewest(RoundRecord record) {
    return record.isClosed() ? record.cohort().size() : record.thresholds().minSurvivors();
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
  public void recordKernel(RoundKey key, String kernel) {
    jdbc.sql("update round_participation set kernel = ? where round_id = ? and participant = ?")
        .params(kernel, key.round().hex(), key.participant().value())
        .update();
  }

  @Override
  public void abort(RoundKey key, String reason) {
    jdbc.sql(
            """
            insert into round_participation (round_id, participant, session_id, round_index,
              attempt, name, elements, min_survivors, state, abort_reason)
            values (?, ?, ?, ?, ?, '', 0, 0, ?, ?)
            on conflict (round_id, participant) do update
            set abort_reason = excluded.abort_reason, sealed_state = null, sealed_noise_seed = null\
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
  public Digest recordConstants(SessionId session, ParticipantId participant, Digest constants) {
    String first =
        jdbc.sql(
                """
                update participation set constants_sha256 = coalesce(constants_sha256, ?)
                where session_id = ? and participant = ? returning constants_sha256\
                """)
            .params(constants.hex(), session.value(), participant.value())
            .query(String.class)
            .single();
    return Digest.parse(first);
  }

  @Override
  public SessionSecret secret(
      SessionId session, ParticipantId participant, Supplier<SessionSecret> fresh) {
    String place = secretPlace(session.value(), participant.value());
    byte[] first =
        jdbc.sql(
                """
                update participation set sealed_secret = coalesce(sealed_secret, ?)
                where session_id = ? and participant = ? and status <> 'OVER'
                returning sealed_secret\
                """)
            .params(ring.seal(place, fresh.get().secret()), session.value(), participant.value())
            .query(byte[].class)
            .single();
    return new SessionSecret(ring.open(place, first));
  }

  @Override
  public Optional<Digest> broadcast(SessionId session, ParticipantId participant, int index) {
    return jdbc.sql(
            """
            select broadcast_sha256 from round_participation
            where session_id = ? and participant = ? and round_index = ?
              and broadcast_sha256 is not null
            order by attempt limit 1\
            """)
        .params(session.value(), participant.value(), index)
        .query(String.class)
        .optional()
        .map(Digest::parse);
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
        ParticipationRows.numbers(row.getString("cells")),
        cohort(row.getString("cohort")),
        row.getInt("min_survivors"),
        row.getString("state"),
        Optional.ofNullable(row.getString("abort_reason")),
        row.getLong("bytes_up"),
        row.getLong("bytes_down"));
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

  private static String noisePlace(RoundKey key) {
    return noisePlace(key.round().hex(), key.participant().value());
  }

  /// The name of a noise seed's place.
  static String noisePlace(Object round, Object participant) {
    return "noise/" + round + "/" + participant;
  }

  /// The name of a session secret's place.
  static String secretPlace(Object session, Object participant) {
    return "session/" + session + "/" + participant;
  }

  private static String label(ParticipantState state) {
    return state.getClass().getSimpleName().toUpperCase(Locale.ROOT);
  }
}
