package io.privirec.secagg.roster;

import java.nio.charset.StandardCharsets;

/// Writes the text of a [SignedRoster].
final class RosterText {
  static final String HEADER = "privirec-roster v2";

  private RosterText() {}

  static String of(SignedRoster signed) {
    return body(signed.roster()) + SignatureLine.of(signed.signature()) + "\n";
  }

  static byte[] signedBytes(Roster roster) {
    return body(roster).getBytes(StandardCharsets.US_ASCII);
  }

  private static String body(Roster roster) {
    StringBuilder body = new StringBuilder(HEADER).append('\n');
    body.append("version ").append(roster.version()).append('\n');
    for (Cell cell : roster.cells()) {
      body.append(cell.former() ? "former-cell " : "cell ").append(cell.number());
      body.append(" min ").append(cell.minimum()).append('\n');
    }
    for (RosterMember member : roster.members()) {
      body.append("member ").append(member.id()).append(' ').append(member.identityKey());
      body.append(' ').append(member.holder()).append(' ');
      String numbers =
          Ascending.text(roster.cellsOf(member.id()).stream().map(Cell::number).toList());
      body.append(numbers.isEmpty() ? "-" : numbers);
      if (!member.formerly().isEmpty()) {
        body.append(" formerly ").append(Ascending.text(member.formerly()));
      }
      member.address().ifPresent(address -> body.append(" at ").append(address));
      body.append('\n');
    }
    roster.waivers().forEach(waiver -> body.append(SignatureLine.of(waiver)).append('\n'));
    roster.departures().forEach(clause -> body.append(SignatureLine.of(clause)).append('\n'));
    return body.toString();
  }
}
