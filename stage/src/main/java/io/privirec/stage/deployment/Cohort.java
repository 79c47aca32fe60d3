package io.privirec.stage.deployment;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.RosterMember;
import io.privirec.wire.HostedParticipant;
import io.privirec.wire.ParticipationView;
import java.io.IOException;
import java.security.InvalidKeyException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The participants of a deployment: enrolled under one roster, and asked afterwards what left the
/// house.
public final class Cohort {
  private final Services services;
  private final Cells cells;
  private final List<String> ids;

  /// @param participants how many; dealt out to the clients in turn
  /// @param cells that they are dealt out to, in turn as well
  public Cohort(Services services, int participants, Cells cells) {
    this.services = services;
    this.cells = cells;
    this.ids = IntStream.range(0, participants).mapToObj(Cohort::participant).toList();
  }

  /// The id of a participant, counted from 0.
  public static String participant(int number) {
    return String.format(Locale.ROOT, "participant-%02d", number + 1);
  }

  /// The number in an id, counted from 0.
  public static int numberOf(String participant) {
    return Integer.parseInt(participant.substring(participant.lastIndexOf('-') + 1)) - 1;
  }

  public List<String> ids() {
    return ids;
  }

  public List<Integer> cells() {
    return cells.numbers();
  }

  /// Which cells there are, for people.
  public String describeCells() {
    return cells.numbers().stream()
        .map(cell -> "cell %s of %s".formatted(cell, cells.size(cell, ids.size())))
        .collect(Collectors.joining(", "));
  }

  /// Enrols every participant with a token of its own, and puts a roster of all in force: of the
  /// keys that the holders show, not of those that the coordinator tells. Each participant is a
  /// holder of its own, and has an address where its client-service has one.
  ///
  /// @return the roster, version 1
  public Roster enrol() throws IOException, InterruptedException {
    List<RosterMember> members = new ArrayList<>();
    for (int p = 0; p < ids.size(); p++) {
      HostedParticipant hosted =
          services.clientOf(p).host(ids.get(p), services.coordinator().enrolmentToken().token());
      members.add(
          new RosterMember(new ParticipantId(hosted.id()), key(hosted))
              .at(services.peerAddressOf(p)));
    }
    Roster roster = cells.roster(1, members);
    services.agreeOn(roster);
    return roster;
  }

  private static PublicIdentityKey key(HostedParticipant hosted) throws IOException {
    try {
      return PublicIdentityKey.parse(hosted.identityKey());
    } catch (InvalidKeyException e) {
      throw new IOException(hosted.id() + " has no valid identity key", e);
    }
  }

  /// Bytes of HTTP bodies of one session, all participants together.
  ///
  /// @param participants how many could be asked
  public record Traffic(long up, long down, int participants) {}

  /// Asks the participants whose client-service still runs.
  public Traffic traffic(String sessionId) throws IOException, InterruptedException {
    long up = 0;
    long down = 0;
    int counted = 0;
    for (int p = 0; p < ids.size(); p++) {
      if (!services.hasClientOf(p)) {
        continue;
      }
      for (ParticipationView participation : services.clientOf(p).participations(ids.get(p))) {
        if (participation.sessionId().equals(sessionId)) {
          up += participation.bytesUp();
          down += participation.bytesDown();
          counted++;
        }
      }
    }
    return new Traffic(up, down, counted);
  }
}
