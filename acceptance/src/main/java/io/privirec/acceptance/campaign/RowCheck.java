package io.privirec.acceptance.campaign;

import io.privirec.stage.process.ServiceDatabase;
import io.privirec.stage.process.ServiceSpec;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Rows of rounds that are over, in the coordinator's database (docs/operations.md says which
/// stay).
final class RowCheck {
  /// Query, and what it lists.
  private record Rule(String what, String sql) {}

  private static final List<Rule> RULES =
      List.of(
          new Rule(
              "events with content of attempts that are over",
              """
              select distinct e.round_id from round_event e join round r on r.id = e.round_id
              where e.sealed is not null and r.status in ('DONE', 'FAILED')\
              """),
          new Rule(
              "events of sessions that are over",
              """
              select distinct e.round_id from round_event e
              join round r on r.id = e.round_id
              join aggregation_session s on s.id = r.session_id
              where s.status in ('PUBLISHED', 'FAILED', 'CANCELLED')\
              """),
          new Rule(
              "sessions that are over and not tidied up",
              """
              select id from aggregation_session
              where active and status in ('PUBLISHED', 'FAILED', 'CANCELLED')\
              """),
          new Rule(
              "attempts of sessions that are over and still open",
              """
              select r.id from round r join aggregation_session s on s.id = r.session_id
              where r.status in ('OPEN', 'SUMMING')
                and s.status in ('PUBLISHED', 'FAILED', 'CANCELLED')\
              """));

  private RowCheck() {}

  /// What lies in the database and should not, in words.
  static List<String> left(ServiceSpec coordinator) throws IOException, SQLException {
    List<String> left = new ArrayList<>();
    try (Connection connection = ServiceDatabase.connect(coordinator)) {
      for (Rule rule : RULES) {
        ServiceDatabase.query(
            connection, rule.sql(), row -> left.add(rule.what() + ": " + row.getString(1)));
      }
    }
    return left;
  }
}
