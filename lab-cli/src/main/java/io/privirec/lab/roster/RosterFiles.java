package io.privirec.lab.roster;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.SignedRoster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.SortedMap;

/// Reads signed rosters, and lists of participants that are to be signed.
final class RosterFiles {
  private RosterFiles() {}

  static SignedRoster signed(Path file) throws IOException, UnusableException {
    try {
      return SignedRoster.parse(Files.readString(file, StandardCharsets.ISO_8859_1));
    } catch (GeneralSecurityException e) {
      throw new UnusableException(file + ": " + e.getMessage());
    }
  }

  /// Adds the participants of a file: `id key` per line; empty lines and those that begin with `#`
  /// count as comments.
  static void addMembers(Path file, SortedMap<ParticipantId, PublicIdentityKey> members)
      throws IOException, UnusableException {
    List<String> lines = Files.readAllLines(file);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        try {
          addMember(line, " ", members);
        } catch (UnusableException e) {
          throw new UnusableException("%s:%d: %s".formatted(file, i + 1, e.getMessage()));
        }
      }
    }
  }

  /// Adds one participant, written with that separator between id and key.
  static void addMember(
      String text, String separator, SortedMap<ParticipantId, PublicIdentityKey> members)
      throws UnusableException {
    int at = text.indexOf(separator);
    if (at < 0) {
      throw new UnusableException("expected id%skey".formatted(separator));
    }
    ParticipantId id;
    PublicIdentityKey key;
    try {
      id = new ParticipantId(text.substring(0, at));
      key = PublicIdentityKey.parse(text.substring(at + separator.length()).strip());
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new UnusableException(String.valueOf(e.getMessage()));
    }
    if (members.putIfAbsent(id, key) != null) {
      throw new UnusableException(id + " is there already");
    }
  }
}
