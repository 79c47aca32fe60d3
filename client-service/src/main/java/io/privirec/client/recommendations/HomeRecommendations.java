package io.privirec.client.recommendations;

import io.privirec.client.catalogue.Catalogue;
import io.privirec.client.catalogue.Catalogues;
import io.privirec.client.interactions.InteractionStore;
import io.privirec.edge.problem.ProblemException;
import io.privirec.secagg.ParticipantId;
import io.privirec.serving.CurrentRecommender;
import io.privirec.serving.InvalidRequestException;
import io.privirec.wire.ProblemType;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.RecommendationRequest.HistoryItem;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Recommends to the holder's own users from their stored histories.
public final class HomeRecommendations {
  private final InteractionStore interactions;
  private final Catalogues catalogues;
  private final CurrentRecommender recommender;

  public HomeRecommendations(
      InteractionStore interactions, Catalogues catalogues, CurrentRecommender recommender) {
    this.interactions = interactions;
    this.catalogues = catalogues;
    this.recommender = recommender;
  }

  /// The items for a user.
  ///
  /// @param participant whose user it is; may be empty when only one hosted participant has the
  ///   user
  /// @throws ProblemException if the user is unknown or ambiguous, or there is no release yet
  public RecommendationAnswer forUser(
      String user,
      Optional<ParticipantId> participant,
      @Nullable Integer k,
      @Nullable Integer offset,
      boolean explain) {
    RecommendationRequest request =
        new RecommendationRequest(
            history(holderOf(user, participant), user), k, offset, null, null, true, explain, null);
    try {
      return recommender
          .ask(one -> one.recommend(request))
          .orElseThrow(
              () -> new ProblemException(ProblemType.NO_RELEASE, "no release was loaded so far"));
    } catch (InvalidRequestException e) {
      throw ProblemException.at(e.pointer(), ProblemType.INVALID_VALUE, e.detail());
    }
  }

  private ParticipantId holderOf(String user, Optional<ParticipantId> participant) {
    List<ParticipantId> holders =
        interactions.holdersOf(user).stream()
            .filter(holder -> participant.isEmpty() || holder.equals(participant.get()))
            .toList();
    return switch (holders.size()) {
      case 0 -> throw new ProblemException(ProblemType.UNKNOWN_USER, "nobody here has this user");
      case 1 -> holders.getFirst();
      default ->
          throw new ProblemException(
              ProblemType.AMBIGUOUS_USER,
              "%d participants have a user of this id: name one".formatted(holders.size()));
    };
  }

  private List<HistoryItem> history(ParticipantId participant, String user) {
    Catalogue catalogue =
        catalogues
            .kept()
            .orElseThrow(() -> new IllegalStateException("interactions without a kept catalogue"));
    return Arrays.stream(interactions.history(participant, user))
        .filter(item -> item < catalogue.items())
        .mapToObj(item -> new HistoryItem(catalogue.id(item), null))
        .toList();
  }
}
