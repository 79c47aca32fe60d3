package io.privirec.client.roster;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.edge.problem.ProblemException;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.SignedRoster;
import io.privirec.wire.ProblemType;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Optional;

/// The holder's roster: signed by the key that the holder configured, of a version that only grows.
public final class Rosters {
  private final RosterStore store;
  private final Optional<PublicIdentityKey> rosterKey;

  public Rosters(RosterStore store, Optional<PublicIdentityKey> rosterKey) {
    this.store = store;
    this.rosterKey = rosterKey;
  }

  /// The roster in force; empty when there is none by the configured key.
  public Optional<SignedRoster> current() {
    return rosterKey.flatMap(key -> store.newest(key).filter(kept -> kept.isSignedBy(key)));
  }

  /// Who may be in a cohort; empty when nobody has said.
  public Optional<Roster> members() {
    return current().map(SignedRoster::roster);
  }

  /// Takes a roster. The one in force may be put again.
  ///
  /// @param text the canonical text of a [SignedRoster], in ASCII
  /// @throws ProblemException if there is no key to check it with, if it does not parse, is signed
  ///   by another key, or is not newer
  public SignedRoster put(byte[] text) {
    PublicIdentityKey key =
        rosterKey.orElseThrow(() ->
            new ProblemException(
                ProblemType.ROSTER_KEY_MISSING,
                "privirec.client.roster-key is not configured: no roster can be checked"));
    SignedRoster roster = parse(text);
    if (!roster.isSignedBy(key)) {
      throw new ProblemException(
          ProblemType.BAD_SIGNATURE, "the roster is not signed by privirec.client.roster-key");
    }
    if (!store.add(key, roster)) {
      requireCurrent(roster);
    }
    return roster;
  }

  private void requireCurrent(SignedRoster roster) {
    SignedRoster current = current().orElseThrow();
    if (!roster.roster().equals(current.roster())) {
      throw new ProblemException(
          ProblemType.OUTDATED_ROSTER,
          "version %d is not newer than version %d, which is in force"
              .formatted(roster.roster().version(), current.roster().version()));
    }
  }

  private static SignedRoster parse(byte[] text) {
    try {
      return SignedRoster.parse(new String(text, StandardCharsets.ISO_8859_1));
    } catch (GeneralSecurityException e) {
      throw new ProblemException(ProblemType.MALFORMED_ROSTER, String.valueOf(e.getMessage()), e);
    }
  }
}
