package io.privirec.lab.attack;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.federation.RoundSpec;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.SignedRoundRecord;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.participant.Membership;
import io.privirec.secagg.participant.ParticipantProtocol;
import io.privirec.secagg.participant.ParticipantState;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.RosterMember;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/// Participants that have a roster with cells in force, and a coordinator that asks them for sums
/// over other sets.
final class WholeCells {
  private final SecureRandom random;
  private final IdentityKeyPair coordinator;
  private final SortedMap<ParticipantId, IdentityKeyPair> identities = new TreeMap<>();
  private final Roster roster;
  private final List<Integer> all;

  /// @param cells their members
  WholeCells(List<List<ParticipantId>> cells, SecureRandom random) {
    this.random = random;
    this.coordinator = IdentityKeyPair.generate(random);
    cells.forEach(
        members -> members.forEach(id -> identities.put(id, IdentityKeyPair.generate(random))));
    this.all = IntStream.rangeClosed(1, cells.size()).boxed().toList();
    this.roster =
        new Roster(
            1,
            all.stream()
                .map(number ->
                    new Cell(
                        number, Cell.DEFAULT_MINIMUM, false, new TreeSet<>(cells.get(number - 1))))
                .toList(),
            identities.entrySet().stream()
                .map(each -> new RosterMember(each.getKey(), each.getValue().publicKey()))
                .toList(),
            List.of(),
            List.of());
  }

  /// How those who are left answer when they are asked for an exact sum without one participant, as
  /// that of all cells, and as that of another roster, of one cell without it.
  ///
  /// @return reasons of refusals, with how many refused; `joined` for who takes part
  Map<String, Integer> answersWithout(ParticipantId victim, RoundSpec round) {
    List<CohortMember> others =
        identities.entrySet().stream()
            .filter(each -> !each.getKey().equals(victim))
            .map(each -> new CohortMember(each.getKey(), each.getValue().publicKey()))
            .toList();
    Map<String, Integer> answers = new TreeMap<>();
    for (RoundKind kind :
        List.of(
            new RoundKind.Closed(roster.reference(), all),
            new RoundKind.Closed(Roster.ofOneCell(1, others).reference(), List.of(1)))) {
      SignedRoundRecord record = record(kind, others, round);
      for (CohortMember member : others) {
        answers.merge(answer(member.id(), record), 1, Integer::sum);
      }
    }
    return answers;
  }

  private String answer(ParticipantId id, SignedRoundRecord record) {
    Membership membership =
        new Membership(
            id,
            Objects.requireNonNull(identities.get(id)),
            coordinator.publicKey(),
            Optional.of(roster),
            ThreatModel.SEMI_MALICIOUS);
    return ParticipantProtocol.join(record, membership, random).state()
            instanceof ParticipantState.Aborted aborted
        ? aborted.reason().code()
        : "joined";
  }

  private SignedRoundRecord record(RoundKind kind, List<CohortMember> cohort, RoundSpec round) {
    Digest none = Digest.of(new byte[0]);
    return SignedRoundRecord.sign(
        new RoundRecord(
            RoundId.random(random),
            "without-one",
            round.index(),
            1,
            new ArrayList<>(cohort),
            kind,
            KeyAgreement.X25519,
            round.vector(),
            none,
            none,
            none),
        coordinator);
  }
}
