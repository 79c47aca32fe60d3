package io.privirec.coordinator.participant;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ParticipantId;
import java.security.InvalidKeyException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Where participants and unused enrolment tokens are kept. Each method is one transaction.
@Repository
class ParticipantStore {
  private final JdbcClient jdbc;

  /// What became of an enrolment.
  sealed interface Admission {
    /// Enrolled, now or by the same request before.
    record Admitted(Participant participant) implements Admission {}

    /// The token is unknown, expired or spent.
    record TokenRefused() implements Admission {}

    /// The id or the key belongs to somebody already.
    record Exists() implements Admission {}
  }

  ParticipantStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// Keeps the right to enrol one participant; only the token's hash is stored.
  void addToken(Digest tokenHash, Instant expiresAt) {
    jdbc.sql("insert into enrolment_token (token_hash, expires_at) values (?, ?)")
        .params(tokenHash.bytes(), Timestamp.from(expiresAt))
        .update();
  }

  private record Token(Instant expiresAt, @Nullable String usedBy) {}

  /// Enrols and spends the token, or changes nothing.
  ///
  /// @param now a token that expired before is refused
  @Transactional
  Admission admit(Digest tokenHash, Participant participant, Instant now) {
    String id = participant.id().value();
    Token token =
        jdbc.sql("select expires_at, used_by from enrolment_token where token_hash = ? for update")
            .param(tokenHash.bytes())
            .query((row, _) -> new Token(row.getTimestamp(1).toInstant(), row.getString(2)))
            .optional()
            .orElse(null);
    if (token == null) {
      return new Admission.TokenRefused();
    }
    Optional<Participant> known = find(participant.id());
    if (id.equals(token.usedBy())
        && known.map(Participant::identityKey).equals(Optional.of(participant.identityKey()))) {
      return new Admission.Admitted(known.orElseThrow());
    }
    if (token.usedBy() != null || !now.isBefore(token.expiresAt())) {
      return new Admission.TokenRefused();
    }
    // One at a time: no two requests may find the same id or key free.
    jdbc.sql("lock table participant in share row exclusive mode").update();
    byte[] key = participant.identityKey().bytes();
    boolean isTaken =
        jdbc.sql("select exists (select from participant where id = ? or identity_key = ?)")
            .params(id, key)
            .query(Boolean.class)
            .single();
    if (isTaken) {
      return new Admission.Exists();
    }
    jdbc.sql("insert into participant (id, identity_key, enrolled_at) values (?, ?, ?)")
        .params(id, key, Timestamp.from(participant.enrolledAt()))
        .update();
    jdbc.sql("update enrolment_token set used_by = ? where token_hash = ?")
        .params(id, tokenHash.bytes())
        .update();
    return new Admission.Admitted(participant);
  }

  /// Deletes the tokens that expired unused before then.
  ///
  /// @return how many
  int forgetTokens(Instant expiredBefore) {
    return jdbc.sql("delete from enrolment_token where used_by is null and expires_at < ?")
        .param(Timestamp.from(expiredBefore))
        .update();
  }

  /// The participant of that id.
  Optional<Participant> find(ParticipantId id) {
    return jdbc.sql("select * from participant where id = ?")
        .param(id.value())
        .query((row, _) -> participant(row))
        .optional();
  }

  /// Everyone, by id.
  List<Participant> all() {
    return jdbc.sql("select * from participant order by id")
        .query((row, _) -> participant(row))
        .list();
  }

  private static Participant participant(ResultSet row) throws SQLException {
    String id = row.getString("id");
    try {
      return new Participant(
          new ParticipantId(id),
          PublicIdentityKey.fromBytes(row.getBytes("identity_key")),
          row.getTimestamp("enrolled_at").toInstant());
    } catch (InvalidKeyException e) {
      throw new IllegalStateException("stored identity key of " + id + " is broken", e);
    }
  }
}
