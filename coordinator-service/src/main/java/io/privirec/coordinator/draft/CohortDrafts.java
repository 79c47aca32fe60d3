package io.privirec.coordinator.draft;

import io.privirec.coordinator.draft.DraftRefusal.Reason;
import io.privirec.coordinator.participant.Participant;
import io.privirec.coordinator.participant.Participants;
import io.privirec.coordinator.roster.Rosters;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.federation.Algorithm;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.SignedRoster;
import io.privirec.wire.SessionRequest;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Says who takes part in a session that is asked for.
@Component
record CohortDrafts(Participants participants, Rosters rosters) {
  /// A union of current cells.
  ///
  /// @param cells their numbers, ascending
  /// @param smallestCell how many participants the smallest of them has
  record Cells(
      RosterReference roster,
      List<Integer> cells,
      int smallestCell,
      SortedSet<ParticipantId> cohort) {}

  /// About how many participants are asked for, before anything of them is checked.
  int expected(SessionRequest request) {
    if (request.cells() != null) {
      return closed(request).cohort().size();
    }
    return request.cohort() != null ? request.cohort().size() : participants.all().size();
  }

  /// Returns the participants that are asked for, before anything of them is checked.
  SortedSet<ParticipantId> named(SessionRequest request) {
    if (request.cohort() != null) {
      return new TreeSet<>(ids(request.cohort()));
    }
    Optional<Roster> roster = rosters.current().map(SignedRoster::roster);
    SortedSet<ParticipantId> members = new TreeSet<>();
    if (roster.isPresent()) {
      for (Cell cell : roster.get().currentCells()) {
        if (request.cells() == null || request.cells().contains(cell.number())) {
          members.addAll(cell.members());
        }
      }
    } else {
      participants.all().forEach(enrolled -> members.add(enrolled.id()));
    }
    return members;
  }

  /// The whole cells that are asked for; all current ones where nothing is.
  ///
  /// @throws DraftRefusal naming the first condition that fails
  Cells closed(SessionRequest request) {
    Roster roster = rosters.requireCurrent().roster();
    List<Cell> cells;
    if (request.cells() != null) {
      requireNoCohort(request);
      cells = numbered(roster, request.cells());
    } else if (request.cohort() != null) {
      cells = wholeCells(roster, ids(request.cohort()));
    } else {
      cells = roster.currentCells();
    }
    List<Integer> numbers = cells.stream().map(Cell::number).sorted().toList();
    List<CohortMember> members = roster.cohort(numbers);
    requireEnrolled(roster, members);
    return new Cells(
        roster.reference(),
        numbers,
        cells.stream().mapToInt(cell -> cell.members().size()).min().orElse(0),
        requireSize(members.stream().map(CohortMember::id).toList()));
  }

  /// The participants that are asked for. Without a cohort in the request: for sums over data the
  /// members of the current cells, for rehearsals everyone enrolled.
  ///
  /// @throws DraftRefusal naming the first condition that fails
  SortedSet<ParticipantId> tolerant(SessionRequest request, Algorithm algorithm) {
    SortedSet<ParticipantId> cohort = tolerant(request, algorithm.disclosure().readsData());
    if (algorithm.disclosure().readsData()) {
      requireCurrentCells(cohort);
    }
    return cohort;
  }

  private SortedSet<ParticipantId> tolerant(SessionRequest request, boolean readsData) {
    if (request.cells() != null) {
      throw new DraftRefusal(
          Reason.INVALID_FIELD,
          "/cells",
          "cells must be absent: the rounds of this session are tolerant");
    }
    if (request.cohort() == null) {
      return readsData
          ? closed(request).cohort()
          : requireSize(participants.all().stream().map(Participant::id).toList());
    }
    Map<ParticipantId, PublicIdentityKey> enrolled = enrolledKeys();
    NavigableSet<ParticipantId> cohort = new TreeSet<>();
    List<ParticipantId> asked = ids(request.cohort());
    for (int i = 0; i < asked.size(); i++) {
      if (!enrolled.containsKey(asked.get(i))) {
        throw new DraftRefusal(
            Reason.UNKNOWN_PARTICIPANT, "/cohort/" + i, "This participant is not enrolled");
      }
      cohort.add(asked.get(i));
    }
    return requireSize(cohort);
  }

  /// Holders refuse a sum over data with a participant that left its cell.
  private void requireCurrentCells(SortedSet<ParticipantId> cohort) {
    Roster roster = rosters.requireCurrent().roster();
    List<ParticipantId> outside = roster.withoutCell(cohort);
    if (!outside.isEmpty()) {
      throw new DraftRefusal(
          Reason.NOT_WHOLE_CELLS,
          "/cohort",
          "a sum over data has participants of current cells, and no current cell of roster version %s has %s"
              .formatted(roster.version(), names(outside)));
    }
  }

  private static void requireNoCohort(SessionRequest request) {
    if (request.cohort() != null) {
      throw new DraftRefusal(
          Reason.INVALID_FIELD, "/cells", "cells must be absent where there is a cohort");
    }
  }

  private static List<Cell> numbered(Roster roster, List<Integer> numbers) {
    List<Integer> current = roster.currentCells().stream().map(Cell::number).toList();
    for (int i = 0; i < numbers.size(); i++) {
      @Nullable Integer number = numbers.get(i);
      if (number == null || !current.contains(number)) {
        throw new DraftRefusal(
            Reason.INVALID_FIELD,
            "/cells/" + i,
            "must be a current cell of roster version %s, which has %s"
                .formatted(roster.version(), current));
      }
    }
    return numbers.stream().map(number -> roster.cell(number).orElseThrow()).toList();
  }

  private static List<Cell> wholeCells(Roster roster, List<ParticipantId> cohort) {
    SortedSet<ParticipantId> asked = new TreeSet<>(cohort);
    for (ParticipantId id : asked) {
      Cell cell =
          roster
              .currentCellOf(id)
              .orElseThrow(() ->
                  new DraftRefusal(
                      Reason.NOT_WHOLE_CELLS,
                      "/cohort",
                      "%s is in no current cell of roster version %s"
                          .formatted(id, roster.version())));
      if (!asked.containsAll(cell.members())) {
        SortedSet<ParticipantId> left = new TreeSet<>(cell.members());
        left.removeAll(asked);
        throw new DraftRefusal(
            Reason.NOT_WHOLE_CELLS,
            "/cohort",
            "the cohort has %s of cell %s and leaves out %s"
                .formatted(id, cell.number(), names(left)));
      }
    }
    return roster.currentCells().stream()
        .filter(cell -> asked.contains(cell.members().first()))
        .toList();
  }

  private void requireEnrolled(Roster roster, List<CohortMember> members) {
    Map<ParticipantId, PublicIdentityKey> enrolled = enrolledKeys();
    for (CohortMember member : members) {
      PublicIdentityKey key = enrolled.get(member.id());
      if (key == null) {
        throw new DraftRefusal(
            Reason.UNKNOWN_PARTICIPANT,
            "%s of cell %s is not enrolled"
                .formatted(member.id(), roster.currentCellOf(member.id()).orElseThrow().number()));
      }
      if (!key.equals(member.identityKey())) {
        throw new DraftRefusal(
            Reason.ROSTER_KEY_MISMATCH,
            "%s is enrolled with another key than roster version %s has"
                .formatted(member.id(), roster.version()));
      }
    }
  }

  private Map<ParticipantId, PublicIdentityKey> enrolledKeys() {
    return participants.all().stream()
        .collect(Collectors.toMap(Participant::id, Participant::identityKey));
  }

  private static List<ParticipantId> ids(List<String> names) {
    Function<Integer, ParticipantId> parse =
        i ->
            Participants.parse(String.valueOf(names.get(i)))
                .orElseThrow(() ->
                    new DraftRefusal(
                        Reason.UNKNOWN_PARTICIPANT,
                        "/cohort/" + i,
                        "This participant is not enrolled"));
    return IntStream.range(0, names.size()).boxed().map(parse).toList();
  }

  private static SortedSet<ParticipantId> requireSize(Collection<ParticipantId> participants) {
    SortedSet<ParticipantId> cohort = new TreeSet<>(participants);
    if (cohort.size() < Thresholds.MIN_COHORT) {
      throw new DraftRefusal(
          Reason.COHORT_TOO_SMALL,
          "/cohort",
          "A cohort has at least %s participants; this one has %s"
              .formatted(Thresholds.MIN_COHORT, cohort.size()));
    }
    if (cohort.size() > Thresholds.MAX_COHORT) {
      throw new DraftRefusal(
          Reason.COHORT_TOO_LARGE,
          "/cohort",
          "A cohort has at most %s participants; this one has %s"
              .formatted(Thresholds.MAX_COHORT, cohort.size()));
    }
    return cohort;
  }

  private static String names(Collection<ParticipantId> participants) {
    return participants.stream().map(ParticipantId::value).collect(Collectors.joining(", "));
  }
}
