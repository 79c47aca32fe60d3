package io.privirec.client.interactions;

import io.privirec.filter.data.TooMuchTextException;
import io.privirec.secagg.ParticipantId;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/// Why an import stores nothing. The message says so to the caller.
public abstract sealed class ImportRefusal extends RuntimeException {
  private ImportRefusal(String message) {
    super(message);
  }

  /// The file that was named cannot be imported.
  public static final class UnusableFile extends ImportRefusal {
    UnusableFile(String why) {
      super(why);
    }
  }

  /// The packed text is too large, or packed too well.
  public static final class TooMuchText extends ImportRefusal {
    TooMuchText(TooMuchTextException e) {
      super(String.valueOf(e.getMessage()));
    }
  }

  /// Lines are wrong; the message is about the first.
  public static final class WrongLines extends ImportRefusal {
    private final transient List<Fault> faults;

    WrongLines(List<Fault> faults) {
      super("line " + faults.getFirst().line() + ": " + faults.getFirst().why());
      this.faults = List.copyOf(faults);
    }

    /// In the order of their lines.
    public List<Fault> faults() {
      return faults;
    }
  }

  /// One line that is wrong.
  ///
  /// @param isUnknownItem whether it is well-formed, and only its item is unknown
  public record Fault(long line, boolean isUnknownItem, String why) {}

  /// Users are at another participant of the same holder, perhaps one that has left.
  public static final class UsersAtOtherParticipant extends ImportRefusal {
    /// @param users how many
    /// @param others where they are
    /// @param row the first interaction of such a user, from 1
    public UsersAtOtherParticipant(long users, Collection<ParticipantId> others, long row) {
      super(
          ("%s users of the import are at another participant of the same holder (%s), the first in"
                  + " row %s; if this is a new name of that participant, the roster must state it"
                  + " (--rename)")
              .formatted(
                  users,
                  others.stream().map(ParticipantId::value).collect(Collectors.joining(", ")),
                  row));
    }
  }

  public static final class Empty extends ImportRefusal {
    Empty() {
      super("there are no interactions");
    }
  }
}
