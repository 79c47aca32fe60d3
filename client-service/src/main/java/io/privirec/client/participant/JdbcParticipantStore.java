package io.privirec.client.participant;

import io.privirec.crypto.sealing.KeyRing;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.federation.NoiseSeed;
import io.privirec.secagg.ParticipantId;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

@Repository
class JdbcParticipantStore implements ParticipantStore {
  private static final String SELECT =
      "select id, identity_key, sealed_identity, coordinator_key, enrolled_at from participant";

  private final JdbcClient jdbc;
  private final KeyRing ring;
  private final SecureRandom random;

  /// Participants as their rows say, with the key opened and its public half derived: both take a
  /// thousand times as long as to read the row.
  private final Map<ParticipantId, Participant> opened = new ConcurrentHashMap<>();

  JdbcParticipantStore(JdbcClient jdbc, KeyRing ring, SecureRandom random) {
    this.jdbc = jdbc;
    this.ring = ring;
    this.random = random;
  }

  @Override
  public List<Participant> enrolled() {
    return jdbc.sql(SELECT + " where enrolled_at is not null order by id")
        .query((row, number) -> participant(row))
        .list();
  }

  @Override
  public Optional<Participant> first() {
    return jdbc.sql(SELECT + " where enrolled_at is not null order by id limit 1")
        .query((row, number) -> participant(row))
        .optional();
  }

  @Override
  public Optional<Participant> find(ParticipantId id) {
    return jdbc.sql(SELECT + " where enrolled_at is not null and id = ?")
        .param(id.value())
        .query((row, number) -> participant(row))
        .optional();
  }

  @Override
  public IdentityKeyPair draft(ParticipantId id, IdentityKeyPair fresh) {
    jdbc.sql(
            """
            insert into participant (id, identity_key, sealed_identity, sealed_noise_secret)
            values (?, ?, ?, ?) on conflict (id) do nothing\
            """)
        .param(id.value())
        .param(fresh.publicKey().base64Url())
        .param(ring.seal(place(id.value()), fresh.seed()))
        .param(freshNoiseSecret(id))
        .update();
    return jdbc.sql("select sealed_identity from participant where id = ?")
        .param(id.value())
        .query((row, number) -> identity(id.value(), row.getBytes(1)))
        .single();
  }

  /// Participants of versions before V18 get their secret here.
  @Override
  public SecretBytes noiseSecret(ParticipantId id) {
    byte[] sealed =
        jdbc.sql("select sealed_noise_secret from participant where id = ?")
            .param(id.value())
            .query(byte[].class)
            .optional()
            .orElseGet(() ->
                jdbc.sql(
                        """
                        update participant
                        set sealed_noise_secret = coalesce(sealed_noise_secret, ?)
                        where id = ? returning sealed_noise_secret\
                        """)
                    .params(freshNoiseSecret(id), id.value())
                    .query(byte[].class)
                    .single());
    return ring.open(noisePlace(id.value()), sealed);
  }

  private byte[] freshNoiseSecret(ParticipantId id) {
    return ring.seal(noisePlace(id.value()), SecretBytes.random(NoiseSeed.SIZE_BYTES, random));
  }

  @Override
  public Participant confirm(ParticipantId id, PublicIdentityKey coordinatorKey, Instant at) {
    jdbc.sql("update participant set coordinator_key = ?, enrolled_at = ? where id = ?")
        .param(coordinatorKey.base64Url())
        .param(OffsetDateTime.ofInstant(at, ZoneOffset.UTC))
        .param(id.value())
        .update();
    return find(id).orElseThrow();
  }

  private Participant participant(ResultSet row) throws SQLException {
    ParticipantId id = new ParticipantId(row.getString("id"));
    Participant known = opened.get(id);
    if (known != null && isOf(known, row)) {
      return known;
    }
    Participant fresh = open(id, row);
    opened.put(id, fresh);
    return fresh;
  }

  private static boolean isOf(Participant known, ResultSet row) throws SQLException {
    return known.identity().publicKey().base64Url().equals(row.getString("identity_key"))
        && known.coordinatorKey().base64Url().equals(row.getString("coordinator_key"))
        && known.enrolledAt().equals(enrolledAt(row));
  }

  private Participant open(ParticipantId id, ResultSet row) throws SQLException {
    try {
      return new Participant(
          id,
          identity(id.value(), row.getBytes("sealed_identity")),
          PublicIdentityKey.parse(row.getString("coordinator_key")),
          enrolledAt(row));
    } catch (InvalidKeyException e) {
      throw new SQLException("pinned coordinator key is damaged", e);
    }
  }

  private static Instant enrolledAt(ResultSet row) throws SQLException {
    return row.getObject("enrolled_at", OffsetDateTime.class).toInstant();
  }

  private IdentityKeyPair identity(String id, byte[] sealed) {
    return IdentityKeyPair.fromSeed(ring.open(place(id), sealed));
  }

  /// The name of the place of a participant's secret of noise.
  static String noisePlace(Object id) {
    return "noise-secret/" + id;
  }

  /// The name of an identity's place.
  static String place(Object id) {
    return "identity/" + id;
  }
}
