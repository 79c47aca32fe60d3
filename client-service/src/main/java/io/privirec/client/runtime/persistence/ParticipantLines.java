package io.privirec.client.runtime.persistence;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import java.security.InvalidKeyException;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Participants in a text column, one per line, ascending by id.
final class ParticipantLines {
  private ParticipantLines() {}

  static String of(Collection<ParticipantId> ids) {
    return ids.stream().sorted().map(id -> id.value() + "\n").collect(Collectors.joining());
  }

  static SortedSet<ParticipantId> ids(String lines) {
    return lines.lines().map(ParticipantId::new).collect(Collectors.toCollection(TreeSet::new));
  }

  static String of(List<CohortMember> members) {
    return members.stream()
        .map(member -> member.id() + " " + member.identityKey().base64Url() + "\n")
        .collect(Collectors.joining());
  }

  static List<CohortMember> members(String lines) {
    return lines.lines().map(ParticipantLines::member).toList();
  }

  private static CohortMember member(String line) {
    int space = line.indexOf(' ');
    try {
      return new CohortMember(
          new ParticipantId(line.substring(0, space)),
          PublicIdentityKey.parse(line.substring(space + 1)));
    } catch (InvalidKeyException e) {
      throw new IllegalStateException("a stored cohort does not decode", e);
    }
  }
}
