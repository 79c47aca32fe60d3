package io.privirec.client.recommendations;

import io.privirec.client.catalogue.Catalogue;
import io.privirec.client.catalogue.Catalogues;
import io.privirec.client.interactions.InteractionStore;
import io.privirec.client.recommendations.HomeRefusal.Reason;
import io.privirec.secagg.ParticipantId;
import io.privirec.serving.scoring.RequestRefusal;
import io.privirec.serving.scoring.ScoreMode;
import io.privirec.serving.web.Answers;
import io.privirec.wire.ModelView;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.RecommendationRequest.HistoryItem;
import io.privirec.wire.ScoresAnswer;
import io.privirec.wire.ScoresRequest;
import io.privirec.wire.UserRecommendationRequest;
import io.privirec.wire.UserScoresRequest;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Recommends to the holder's own users from their stored histories.
@Component
record HomeRecommendations(
    InteractionStore interactions, Catalogues catalogues, Answers answers, HomeClaims claims) {
  /// The items for a user; for one that nobody here has, as for an empty history, unless the
  /// fallback is `none`.
  ///
  /// @param participant whose user it is; may be empty when only one hosted participant has the
  ///   user
  /// @param mode what scores
  /// @throws HomeRefusal if the user is ambiguous, or unknown and without a fallback, or there is
  ///   no release yet
  /// @throws RequestRefusal if a value is outside its range
  RecommendationAnswer forUser(
      String user,
      Optional<ParticipantId> participant,
      UserRecommendationRequest asked,
      ScoreMode mode) {
    Optional<ParticipantId> holder = holderOf(user, participant);
    if (holder.isEmpty() && "none".equals(asked.fallback())) {
      throw HomeRefusal.unknownUser();
    }
    RecommendationRequest request =
        asked.with(holder.map(one -> history(one, user)).orElse(List.of()));
    return answers.ask((recommender, context) -> recommender.recommend(request, context, mode));
  }

  /// What a user's history says about items.
  ///
  /// @param participant as above
  /// @param mode as above
  /// @throws HomeRefusal as above; nothing takes the place of an unknown user's history
  ScoresAnswer scores(
      String user, Optional<ParticipantId> participant, UserScoresRequest asked, ScoreMode mode) {
    ParticipantId holder = holderOf(user, participant).orElseThrow(HomeRefusal::unknownUser);
    ScoresRequest request = asked.with(history(holder, user));
    return answers.ask((recommender, context) -> recommender.scores(request, mode));
  }

  /// Describes the release that answers, with ε only while its claim holds.
  ///
  /// @throws HomeRefusal if there is no release yet
  ModelView model() {
    return answers.ask((recommender, context) ->
        recommender.view(true, false, null, claims.of(recommender.release())));
  }

  /// Refuses what cannot be answered for anybody now.
  ///
  /// @throws HomeRefusal if there is no release yet
  void requireRelease() {
    answers.ask((recommender, context) -> recommender.items());
  }

  private Optional<ParticipantId> holderOf(String user, Optional<ParticipantId> participant) {
    List<ParticipantId> holders =
        interactions.holdersOf(user).stream()
            .filter(holder -> participant.isEmpty() || holder.equals(participant.get()))
            .toList();
    return switch (holders.size()) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(holders.getFirst());
      default ->
          throw new HomeRefusal(
              Reason.AMBIGUOUS_USER,
              "%s participants have a user of this id: name one".formatted(holders.size()));
    };
  }

  private List<HistoryItem> history(ParticipantId participant, String user) {
    Catalogue catalogue =
        catalogues
            .kept()
            .orElseThrow(() -> new IllegalStateException("interactions without a kept catalogue"));
    return interactions.history(participant, user).stream()
        .filter(kept -> kept.item() < catalogue.items())
        .map(kept -> new HistoryItem(catalogue.id(kept.item()), null, rating(kept)))
        .toList();
  }

  private static @Nullable Double rating(InteractionStore.Kept kept) {
    Float rating = kept.rating();
    // Imports take any number; a request may not have one that is this large.
    return rating == null ? null : (Double) Math.clamp(rating.doubleValue(), -1e6, 1e6);
  }
}
