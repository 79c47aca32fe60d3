package io.privirec.operator.roster;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.DepartureClause;
import io.privirec.secagg.roster.Holder;
import io.privirec.secagg.roster.RosterMember;
import io.privirec.secagg.roster.SignedRoster;
import io.privirec.secagg.roster.Waiver;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.TreeSet;

/// Reads signed rosters, and lists of participants and signatures that go into one. In lists, empty
/// lines and those that begin with `#` count as comments.
final class RosterFiles {
  private RosterFiles() {}

  static SignedRoster signed(Path file) {
    try {
      return SignedRoster.parse(Files.readString(file, StandardCharsets.ISO_8859_1));
    } catch (GeneralSecurityException e) {
      throw new InvalidOptionException(file + ": " + e.getMessage());
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /// Adds participants: `id key` or `id key holder` per line. Who names no holder is one.
  static void addMembers(Path file, RosterDraft draft) {
    eachLine(file, line -> draft.add(member(line)));
  }

  /// Adds signatures, as client-services print them: lines that begin with `waiver` or `departure`.
  static void addSignatures(Path file, RosterDraft draft) {
    eachLine(
        file,
        line -> {
          if (line.startsWith("departure ")) {
            draft.add(DepartureClause.parse(line));
          } else {
            draft.add(Waiver.parse(line));
          }
        });
  }

  /// One participant: id, key and perhaps holder, with spaces between.
  static RosterMember member(String text) throws GeneralSecurityException {
    String[] parts = text.split(" +", -1);
    if (parts.length < 2 || parts.length > 3) {
      throw new InvalidOptionException("expected: id key [holder]");
    }
    Holder holder = new Holder(parts[parts.length == 3 ? 2 : 0]);
    return new RosterMember(
        new ParticipantId(parts[0]), PublicIdentityKey.parse(parts[1]), holder, new TreeSet<>());
  }

  private interface LineReader {
    void read(String line) throws GeneralSecurityException;
  }

  static InvalidOptionException unreadable(IOException failure) {
    return new InvalidOptionException("cannot read " + failure.getMessage());
  }

  private static void eachLine(Path file, LineReader reader) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw unreadable(e);
    }
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        try {
          reader.read(line);
        } catch (InvalidOptionException | GeneralSecurityException | IllegalArgumentException e) {
          throw new InvalidOptionException("%s:%s: %s".formatted(file, i + 1, e.getMessage()));
        }
      }
    }
  }
}
