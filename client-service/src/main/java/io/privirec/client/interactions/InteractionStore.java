package io.privirec.client.interactions;

import io.privirec.client.participant.Holdings;
import io.privirec.filter.data.Interaction;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Keeps interactions: per participant, per user, a set of catalogue indices, with the rating and
/// the time that came with each, if any.
public interface InteractionStore extends Holdings {
  /// Takes interactions in turn.
  @FunctionalInterface
  interface Sink {
    /// Takes one interaction.
    ///
    /// @param item its item's catalogue index, at least 0
    void add(Interaction interaction, int item);
  }

  /// Pushes interactions into a sink.
  @FunctionalInterface
  interface Feed {
    void into(Sink sink) throws IOException;
  }

  /// Adds the interactions of a feed, all or none. An exception of the feed undoes the import. The
  /// last of a pair counts: its rating and time, or that it has none, replace what was there.
  ///
  /// @param names of the holder, read in the transaction after the feed
  /// @return how many interactions were new
  /// @throws ImportRefusal.UsersAtOtherParticipant if a user is at another participant of the same
  ///   holder, by the rosters that were taken
  long add(ParticipantId participant, Feed feed, Supplier<HolderNames> names) throws IOException;

  /// The names that rosters have for the participants of a holder.
  ///
  /// @param own names of one participant; at least one
  /// @param others names of the other participants of its holder
  record HolderNames(SortedSet<ParticipantId> own, SortedSet<ParticipantId> others) {}

  /// The participant's data as it is now: a row per user with interactions, in ascending order of
  /// user id (by code point), as many columns as its highest item needs.
  RatingMatrix matrix(ParticipantId participant);

  /// The participants that have a user of this id.
  List<ParticipantId> holdersOf(String user);

  /// One item of a user.
  ///
  /// @param item index in the catalogue
  /// @param rating null: none is kept
  record Kept(int item, @Nullable Float rating) {
    /// Hides all data.
    @Override
    public String toString() {
      return "Kept[hidden]";
    }
  }

  /// The user's items, ascending.
  List<Kept> history(ParticipantId participant, String user);
}
