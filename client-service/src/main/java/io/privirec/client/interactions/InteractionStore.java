package io.privirec.client.interactions;

import io.privirec.client.participant.Holdings;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.util.List;

/// Keeps interactions: per participant, per user, a set of catalogue indices.
public interface InteractionStore extends Holdings {
  /// Takes one interaction at a time.
  @FunctionalInterface
  interface Sink {
    /// Takes one interaction.
    ///
    /// @param user any text of at most 256 characters without U+0000
    /// @param item catalogue index, at least 0
    void add(String user, int item);
  }

  /// Pushes interactions into a sink.
  @FunctionalInterface
  interface Feed {
    void into(Sink sink) throws IOException;
  }

  /// Adds what the feed pushes, all or nothing: whatever the feed throws undoes it.
  ///
  /// @return how many interactions were new
  long add(ParticipantId participant, Feed feed) throws IOException;

  /// The participant's data as it is now: a row per user with interactions, in ascending order of
  /// user id (by code point), as many columns as its highest item needs.
  InteractionMatrix matrix(ParticipantId participant);

  /// The participants that have a user of this id.
  List<ParticipantId> holdersOf(String user);

  /// The user's items as catalogue indices, ascending.
  int[] history(ParticipantId participant, String user);
}
