package io.privirec.coordinator.round;

import io.privirec.round.Round;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.coordinator.FaultReason;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Whom rounds invite, and how each stands. Who is invited is in the round's record, too: only who
/// was lost or did wrong is read, so that a round of thousands is no slower to read than one of
/// three.
record RoundMemberRows(JdbcClient jdbc) {
  /// Standing of a member that was not lost.
  private static final String PRESENT = "PRESENT";

  /// Those of a new round.
  void insert(Round round) {
    jdbc.sql("insert into round_member select ?, unnest(?::text[]), ?")
        .params(
            round.id().hex(),
            round.terms().cohort().stream()
                .map(CohortMember::id)
                .map(ParticipantId::value)
                .toArray(String[]::new),
            PRESENT)
        .update();
  }

  /// Writes down who was lost in a change of a round, and who was found to have done wrong.
  void update(Round before, Round after) {
    after
        .dropouts()
        .forEach((lost, phase) -> {
          if (!before.dropouts().containsKey(lost)) {
            jdbc.sql(
                    "update round_member set standing = ?"
                        + " where round_id = ? and participant_id = ?")
                .params(phase.name(), after.id().hex(), lost.value())
                .update();
          }
        });
    after
        .faults()
        .forEach((liar, reason) -> {
          if (before.faults().get(liar) != reason) {
            jdbc.sql("update round_member set fault = ? where round_id = ? and participant_id = ?")
                .params(reason.name(), after.id().hex(), liar.value())
                .update();
          }
        });
  }

  /// Who was lost, and in which phase; and who did wrong.
  Round standings(
      String round,
      BiFunction<Map<ParticipantId, Phase>, Map<ParticipantId, FaultReason>, Round> made) {
    Map<ParticipantId, Phase> dropouts = new HashMap<>();
    Map<ParticipantId, FaultReason> faults = new HashMap<>();
    jdbc.sql(
            "select participant_id, standing, fault from round_member"
                + " where round_id = ? and (standing <> ? or fault is not null)")
        .params(round, PRESENT)
        .query(row -> {
          ParticipantId member = new ParticipantId(row.getString(1));
          if (!row.getString(2).equals(PRESENT)) {
            dropouts.put(member, Phase.valueOf(row.getString(2)));
          }
          if (row.getString(3) != null) {
            faults.put(member, FaultReason.valueOf(row.getString(3)));
          }
        });
    return made.apply(dropouts, faults);
  }
}
