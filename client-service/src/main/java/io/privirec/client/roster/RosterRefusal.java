package io.privirec.client.roster;

import io.privirec.secagg.roster.Holder;
import io.privirec.secagg.roster.RosterFault;

/// Why a roster is not put in force, or nothing is signed for its keeper. The message says so to
/// the caller.
public abstract sealed class RosterRefusal extends RuntimeException {
  private RosterRefusal(String message) {
    super(message);
  }

  public static final class NoRosterKey extends RosterRefusal {
    NoRosterKey() {
      super("privirec.client.roster-key is not configured: no roster can be checked");
    }
  }

  /// The text is no roster.
  public static final class Malformed extends RosterRefusal {
    Malformed(String why) {
      super(why);
    }
  }

  /// The roster has a fault that participants do not accept.
  public static final class Faulty extends RosterRefusal {
    private final transient RosterFault fault;

    Faulty(RosterFault fault) {
      super(fault.message());
      this.fault = fault;
    }

    public RosterFault fault() {
      return fault;
    }
  }

  /// The roster joins participants with common users under a holder.
  public static final class SharesUsers extends RosterRefusal {
    SharesUsers(Holder holder, long users) {
      super(
          "holder %s would have %s users at more than one of its participants; a holder's participants must have disjoint users"
              .formatted(holder, users));
    }
  }

  /// A waiver was asked for that would not hold.
  public static final class InvalidAtom extends RosterRefusal {
    InvalidAtom(String condition) {
      super("atom must have " + condition);
    }
  }
}
