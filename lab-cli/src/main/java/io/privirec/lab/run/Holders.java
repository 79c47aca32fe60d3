package io.privirec.lab.run;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.lab.http.ProblemException;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Roster;
import io.privirec.wire.HostedParticipant;
import io.privirec.wire.ImportReport;
import io.privirec.wire.ParticipationView;
import io.privirec.wire.ProblemType;
import java.io.IOException;
import java.security.InvalidKeyException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// The data holders of a run: enrolled, given their users' data, and asked afterwards what left the
/// house.
final class Holders {
  private final RunSettings settings;
  private final RunData data;
  private final Deployment services;
  private final List<String> ids;

  Holders(RunSettings settings, RunData data, Deployment services) {
    this.settings = settings;
    this.data = data;
    this.services = services;
    this.ids =
        IntStream.rangeClosed(1, settings.participants()).mapToObj(Holders::participantId).toList();
  }

  /// The id of a participant, counted from 1.
  static String participantId(int number) {
    return "participant-%02d".formatted(number);
  }

  /// The participants' ids.
  List<String> ids() {
    return ids;
  }

  /// Publishes the data set's items, in its order, so that indices are the same everywhere.
  ///
  /// @throws RunFailedException when there is a catalogue already: the database is not this run's
  ///   own
  int uploadCatalogue() throws IOException, InterruptedException, RunFailedException {
    try {
      return services.coordinator().addItems(data.dataset().itemIds()).items();
    } catch (ProblemException problem) {
      if (problem.code().equals(ProblemType.ITEM_EXISTS.code())) {
        throw new RunFailedException(
            "the coordinator's database is not empty: it has a catalogue already");
      }
      throw problem;
    }
  }

  /// Enrols every participant with a token of its own, and puts a roster of all in force: of the
  /// keys that the holders show, not of those that the coordinator tells.
  int enrol() throws IOException, InterruptedException {
    List<CohortMember> members = new ArrayList<>();
    for (int p = 0; p < ids.size(); p++) {
      HostedParticipant hosted =
          services.clientOf(p).host(ids.get(p), services.coordinator().enrolmentToken().token());
      members.add(new CohortMember(new ParticipantId(hosted.id()), key(hosted)));
    }
    services.agreeOn(new Roster(1, members));
    return ids.size();
  }

  private static PublicIdentityKey key(HostedParticipant hosted) throws IOException {
    try {
      return PublicIdentityKey.parse(hosted.identityKey());
    } catch (InvalidKeyException e) {
      throw new IOException(hosted.id() + " has no valid identity key", e);
    }
  }

  /// Deals the users out and imports their train interactions.
  ///
  /// @return interactions imported
  long importData(Screen screen) throws IOException, InterruptedException {
    List<int[]> split = UserSplit.deal(data.knownUsers(), ids.size(), settings.seed());
    long imported = 0;
    for (int p = 0; p < ids.size(); p++) {
      byte[] csv = UserSplit.csv(data.dataset(), split.get(p));
      ImportReport report = services.clientOf(p).importInteractions(ids.get(p), csv);
      imported += report.interactions();
      screen.progress("  " + ProgressBar.of(p + 1L, ids.size(), "imports"));
    }
    return imported;
  }

  /// The mean over the participants whose client-service still runs.
  Summary.Bytes bytes(String sessionId) throws IOException, InterruptedException {
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
    return new Summary.Bytes(up / Math.max(1, counted), down / Math.max(1, counted));
  }
}
