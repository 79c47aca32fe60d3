package io.privirec.client.roster;

import io.privirec.client.participant.Participant;
import io.privirec.client.roster.StatementStore.Statement;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.DepartureClause;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.Waiver;
import java.time.Clock;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/// Waivers and departure clauses, signed for participants with their identity keys at the word of
/// their holder, and for nobody else.
@Component
record Statements(StatementStore store, Rosters rosters, Clock clock) {
  /// Signs that an atom may be told from everybody else.
  ///
  /// @throws RosterRefusal if there is no roster key to sign for, the participant is not of the
  ///   atom, or the atom has more members than a roster
  Statement waive(Participant participant, Collection<ParticipantId> atom) {
    PublicIdentityKey key = rosters.requireKey();
    if (!atom.contains(participant.id())) {
      throw new RosterRefusal.InvalidAtom(participant.id() + ", which signs");
    }
    if (atom.size() > Roster.MAX_MEMBERS) {
      throw new RosterRefusal.InvalidAtom(
          "at most %s members. Provided value: %s".formatted(Roster.MAX_MEMBERS, atom.size()));
    }
    Waiver waiver = Waiver.sign(key, atom, participant.id(), participant.identity());
    String members =
        waiver.atom().stream().map(ParticipantId::value).collect(Collectors.joining(","));
    String line =
        "waiver %s %s %s".formatted(participant.id(), members, base64Url(waiver.signature()));
    return keep(key, participant, waiver.atom(), line);
  }

  /// Signs that the others may go on once the participant has left.
  ///
  /// @throws RosterRefusal if there is no roster key to sign for
  Statement allowDeparture(Participant participant) {
    PublicIdentityKey key = rosters.requireKey();
    DepartureClause clause = DepartureClause.sign(key, participant.id(), participant.identity());
    String line = "departure %s %s".formatted(participant.id(), base64Url(clause.signature()));
    return keep(key, participant, Collections.emptySortedSet(), line);
  }

  private Statement keep(
      PublicIdentityKey key, Participant participant, SortedSet<ParticipantId> atom, String line) {
    Statement statement = new Statement(new TreeSet<>(atom), line, clock.instant());
    return store.add(key, participant.id(), statement);
  }

  /// What a participant has signed for the configured roster key, oldest first.
  ///
  /// @throws RosterRefusal if none is configured
  List<Statement> of(ParticipantId participant) {
    return store.of(rosters.requireKey(), participant);
  }

  private static String base64Url(ByteString signature) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(signature.bytes());
  }
}
