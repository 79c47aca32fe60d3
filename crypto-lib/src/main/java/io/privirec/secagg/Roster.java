package io.privirec.secagg;

import io.privirec.crypto.signature.PublicIdentityKey;
import java.util.List;
import java.util.Optional;

/// Who may be summed with: participants and the identity keys that somebody other than the
/// coordinator found to be theirs. Without it a coordinator could surround one participant with
/// participants of its own invention, and subtract them from the sum.
///
/// @param version at least 1; a later roster has a higher one
/// @param members in [1, 65535], ascending by id, ids and keys distinct
public record Roster(int version, List<CohortMember> members) {
  public static final int MAX_MEMBERS = 65_535;

  public Roster {
    if (version < 1) {
      throw new IllegalArgumentException(
          "roster version must be at least 1. Provided value: " + version);
    }
    members = List.copyOf(members);
    if (members.isEmpty() || members.size() > MAX_MEMBERS) {
      throw new IllegalArgumentException(
          "members of a roster must be in [1, %d]. Provided value: %d"
              .formatted(MAX_MEMBERS, members.size()));
    }
    for (int i = 1; i < members.size(); i++) {
      if (members.get(i - 1).id().compareTo(members.get(i).id()) >= 0) {
        throw new IllegalArgumentException(
            "roster must be sorted by id without repetition; see " + members.get(i).id());
      }
    }
    if (members.stream().map(CohortMember::identityKey).distinct().count() != members.size()) {
      throw new IllegalArgumentException("two members of the roster have one identity key");
    }
  }

  /// The key of a participant; empty if the roster does not name it.
  public Optional<PublicIdentityKey> keyOf(ParticipantId participant) {
    int low = 0;
    int high = members.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = members.get(middle).id().compareTo(participant);
      if (order == 0) {
        return Optional.of(members.get(middle).identityKey());
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return Optional.empty();
  }

  /// The first of a cohort whom the roster does not name, or names with another key.
  public Optional<ParticipantId> firstOutside(List<CohortMember> cohort) {
    return cohort.stream()
        .filter(member -> !keyOf(member.id()).equals(Optional.of(member.identityKey())))
        .map(CohortMember::id)
        .findFirst();
  }
}
