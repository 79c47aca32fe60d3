package io.privirec.client.interactions;

import io.privirec.client.roster.SharedUsers;
import io.privirec.secagg.ParticipantId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Users as rosters are checked with them.
@Repository
class JdbcSharedUsers implements SharedUsers {
  private final JdbcClient jdbc;

  JdbcSharedUsers(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public long among(Collection<SortedSet<ParticipantId>> participants) {
    List<String> names = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();
    int number = 0;
    for (SortedSet<ParticipantId> participant : participants) {
      for (ParticipantId name : participant) {
        names.add(name.value());
        numbers.add(number);
      }
      number++;
    }
    return jdbc.sql(
            """
            select count(*) from (
              select u.id from holder_user u
              join unnest(?, ?) as one (name, number) on u.participant = one.name
              group by u.id having count(distinct one.number) > 1
            ) shared\
            """)
        .param(names.toArray(String[]::new))
        .param(numbers.toArray(Integer[]::new))
        .query(Long.class)
        .single();
  }
}
