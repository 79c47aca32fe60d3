package io.privirec.serving.ranking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.serving.Requests;
import io.privirec.serving.TestRelease;
import io.privirec.serving.metadata.RequestContext;
import io.privirec.serving.scoring.RequestRefusal;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationAnswer.Contribution;
import io.privirec.wire.RecommendationAnswer.Filtered;
import io.privirec.wire.RecommendationAnswer.RankedItem;
import io.privirec.wire.RecommendationRequest.HistoryItem;
import io.privirec.wire.ScoresAnswer;
import io.privirec.wire.ScoresAnswer.ItemScore;
import io.privirec.wire.ScoresRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecommenderTest {
  @TempDir Path directory;
  private Recommender recommender;

  @BeforeEach
  void open() throws Exception {
    recommender = TestRelease.open(TestRelease.write(directory, "r-1"));
  }

  @AfterEach
  void close() {
    recommender.close();
  }

  @Test
  void history_isAnsweredByScoreWithProvenance() {
    RecommendationAnswer answer = recommender.recommend(Requests.of(2, "a"));
    assertThat(answer.items())
        .containsExactly(
            new RankedItem("b", "Title b", 1, .5f, null),
            new RankedItem("c", "Title c", 2, .25f, null));
    assertThat(answer.strategy()).isEqualTo("personalized");
    assertThat(answer.modelVersion()).isEqualTo("r-1");
    assertThat(answer.sessionId()).isEqualTo("session-1");
    assertThat(answer.filterHash()).matches("[0-9a-f]{64}");
    assertThat(answer.filtered()).isEqualTo(new Filtered(1, 0, 0, 0));
    assertThat(answer.nextOffset()).isEqualTo(2);
  }

  @Test
  void ties_goToTheLowerCatalogueIndex() {
    assertThat(ids(recommender.recommend(Requests.of(2, "b")))).containsExactly("a", "c");
  }

  @Test
  void itemsTheHistorySaysNothingAbout_followByPopularity() {
    RecommendationAnswer answer = recommender.recommend(Requests.of(5, "a"));
    assertThat(ids(answer)).containsExactly("b", "c", "h", "d", "e");
    assertThat(answer.strategy()).isEqualTo("mixed");
    assertThat(answer.items().get(2).score()).isZero();
  }

  @Test
  void itemTheHistorySpeaksAgainst_isLast_andSaysWhy() {
    RecommendationAnswer answer = recommender.recommend(Requests.explained(7, "h"));
    assertThat(ids(answer)).containsExactly("b", "d", "a", "g", "f", "c", "e");
    assertThat(answer.strategy()).isEqualTo("mixed");
    assertThat(answer.items().getLast().score()).isEqualTo(-.5f);
    assertThat(answer.items().getLast().because()).containsExactly(new Contribution("h", -.5f));
    assertThat(similar("h").orElseThrow().items()).isEmpty();
  }

  @Test
  void itemsTheHistorySaysNothingAbout_withoutFallback_followByIndex() {
    RecommendationAnswer answer = recommender.recommend(Requests.noFallback(5, "a"));
    assertThat(ids(answer)).containsExactly("b", "c", "d", "e", "f");
    assertThat(answer.strategy()).isEqualTo("personalized");
  }

  @Test
  void history_withoutKnownItems_getsPopularOnesOrNone() {
    RecommendationAnswer answer = recommender.recommend(Requests.of(3, "unheard-of"));
    assertThat(ids(answer)).containsExactly("b", "h", "d");
    assertThat(answer.strategy()).isEqualTo("popular");
    assertThat(answer.items().getFirst().score()).isEqualTo(9f);
    assertThat(answer.ignoredItems()).containsExactly("unheard-of");
    assertThat(recommender.recommend(Requests.noFallback(3)).items()).isEmpty();
  }

  @Test
  void item_givenTwice_countsOnce() {
    RecommendationAnswer once = recommender.recommend(Requests.of(5, "a", "b"));
    RecommendationAnswer twice = recommender.recommend(Requests.of(5, "b", "a", "b"));
    assertThat(twice.items()).isEqualTo(once.items());
    assertThat(once.items().getFirst()).isEqualTo(new RankedItem("c", "Title c", 1, .75f, null));
  }

  @Test
  void weight_scalesTheRow_andTheLargerOfTwoCounts() {
    RecommendationAnswer answer =
        recommender.recommend(
            Requests.weighted(
                1,
                new HistoryItem("a", 2.0),
                new HistoryItem("a", 1.0),
                new HistoryItem("d", null)));
    assertThat(answer.items().getFirst().item()).isEqualTo("b");
    assertThat(answer.items().getFirst().score()).isEqualTo(1f);
  }

  @Test
  void weight_outsideItsRange_isRefusedWithPointer() {
    for (double weight : new double[] {0, -1, Double.NaN, 1e300, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() ->
              recommender.recommend(
                  Requests.weighted(1, new HistoryItem("b", 1.0), new HistoryItem("a", weight))))
          .isInstanceOfSatisfying(
              RequestRefusal.InvalidValue.class,
              e -> assertThat(e.pointer()).isEqualTo("/history/1/weight"));
    }
  }

  @Test
  void filters_applyBeforeRanking() {
    RecommendationAnswer answer =
        recommender.recommend(Requests.filtered(3, List.of("b", "nope"), null, null, "a"));
    assertThat(ids(answer)).containsExactly("c", "h", "d");
    assertThat(answer.filtered()).isEqualTo(new Filtered(1, 1, 0, 0));
  }

  @Test
  void include_isTheOnlySource() {
    RecommendationAnswer answer =
        recommender.recommend(
            Requests.filtered(5, null, List.of("e", "c", "a", "nope"), null, "a"));
    assertThat(ids(answer)).containsExactly("c", "e");
    assertThat(answer.nextOffset()).isNull();
  }

  @Test
  void seenItems_appearWhenAskedFor() {
    RecommendationAnswer answer =
        recommender.recommend(Requests.filtered(2, null, null, false, "a", "b"));
    assertThat(ids(answer)).containsExactly("c", "a");
    assertThat(answer.filtered()).isEqualTo(new Filtered(0, 0, 0, 0));
  }

  @Test
  void contributions_sumToTheScore() {
    RecommendationAnswer answer = recommender.recommend(Requests.explained(7, "a", "b", "d"));
    RankedItem best = answer.items().getFirst();
    assertThat(best.item()).isEqualTo("c");
    assertThat(best.because())
        .containsExactly(
            new Contribution("b", .5f), new Contribution("a", .25f), new Contribution("d", .125f));
    for (RankedItem item : answer.items()) {
      float sum = 0;
      for (Contribution contribution : item.because()) {
        sum += contribution.contribution();
      }
      assertThat(sum).isEqualTo(item.score());
    }
  }

  @Test
  void pages_joinToTheWholeRanking() {
    List<String> whole = ids(recommender.recommend(Requests.of(7, "a")));
    List<String> joined = new ArrayList<>();
    Integer offset = 0;
    while (offset != null) {
      RecommendationAnswer page = recommender.recommend(Requests.page(2, offset, "a"));
      assertThat(page.items().getFirst().rank()).isEqualTo(offset + 1);
      joined.addAll(ids(page));
      offset = page.nextOffset();
    }
    assertThat(joined).isEqualTo(whole).hasSize(7).doesNotContain("a");
  }

  @Test
  void page_outsideItsRange_isRefused() {
    for (int[] page : new int[][] {{0, 0}, {501, 0}, {1, -1}, {1, 1000}, {1, Integer.MAX_VALUE}}) {
      assertThatThrownBy(() -> recommender.recommend(Requests.page(page[0], page[1], "a")))
          .isInstanceOf(RequestRefusal.InvalidValue.class);
    }
    assertThat(recommender.recommend(Requests.page(500, 999, "a")).items()).isEmpty();
  }

  @Test
  void answer_hasExactlyKItems_wheneverSoManyAreEligible() {
    Random random = new Random(7);
    for (int round = 0; round < 500; round++) {
      String[] history = someItems(random);
      List<String> excluded = List.of(someItems(random));
      int k = 1 + random.nextInt(9);
      RecommendationAnswer answer =
          recommender.recommend(Requests.filtered(k, excluded, null, null, history));
      int eligible = 8 - answer.filtered().seen() - answer.filtered().excluded();
      assertThat(answer.items()).hasSize(Math.min(k, eligible));
      assertThat(ids(answer))
          .doesNotHaveDuplicates()
          .noneMatch(List.of(history)::contains)
          .noneMatch(excluded::contains);
    }
  }

  @Test
  void similar_isTheRowOfTheFilter() {
    RecommendationAnswer answer = similar("c").orElseThrow();
    assertThat(ids(answer)).containsExactly("b", "a", "d");
    assertThat(answer.items().getFirst().score()).isEqualTo(.5f);
    assertThat(similar("e").orElseThrow().items()).isEmpty();
    assertThat(similar("nope")).isEmpty();
  }

  @Test
  void popular_isByDegreeThenIndex() {
    assertThat(ids(recommender.popular(8, 0, null, RequestContext.PLAIN)))
        .containsExactly("b", "h", "d", "e", "a", "g", "f", "c");
  }

  @Test
  void warmUp_ofMoreRequestsThanItems_works() {
    recommender.warmUp(100);
  }

  @Test
  void similar_toSeveral_isTheSumOfTheirRows_withoutThemselves() {
    RecommendationAnswer answer = similar("a", "b", "nope", "a").orElseThrow();
    assertThat(answer.items()).containsExactly(new RankedItem("c", "Title c", 1, .75f, null));
    assertThat(answer.ignoredItems()).containsExactly("nope");
    assertThat(answer.filtered()).isEqualTo(new Filtered(0, 2, 0, 0));
    assertThat(answer.nextOffset()).isNull();
  }

  @Test
  void context_countsToTheHistory_andIsNeverAnsweredWith() {
    RecommendationAnswer answer =
        recommender.recommend(Requests.basket(2, null, List.of("b"), "a"));
    assertThat(answer.items().getFirst()).isEqualTo(new RankedItem("c", "Title c", 1, .75f, null));
    assertThat(answer.filtered()).isEqualTo(new Filtered(2, 0, 0, 0));
    RecommendationAnswer seenToo =
        recommender.recommend(Requests.basket(3, false, List.of("b", "nope"), "a"));
    assertThat(ids(seenToo)).containsExactly("c", "a", "h");
    assertThat(seenToo.filtered()).isEqualTo(new Filtered(1, 0, 0, 0));
    assertThat(seenToo.ignoredItems()).containsExactly("nope");
  }

  @Test
  void scores_areOfTheItemsAskedFor_inTheirOrder_andExplained() {
    ScoresAnswer answer =
        recommender.scores(
            new ScoresRequest(
                Requests.items("a", "unheard-of"),
                Requests.items("b"),
                List.of("c", "e", "nope", "a", "c"),
                true));
    assertThat(answer.scores())
        .containsExactly(
            new ItemScore(
                "c",
                .75f,
                null,
                null,
                List.of(new Contribution("b", .5f), new Contribution("a", .25f))),
            new ItemScore("e", 0, null, null, List.of()),
            new ItemScore("a", .5f, null, null, List.of(new Contribution("b", .5f))));
    assertThat(answer.unknownItems()).containsExactly("nope");
    assertThat(answer.ignoredItems()).containsExactly("unheard-of");
    assertThat(answer.modelVersion()).isEqualTo("r-1");
  }

  private Optional<RecommendationAnswer> similar(String... items) {
    return recommender.similar(Requests.similar(items), RequestContext.PLAIN);
  }

  private static String[] someItems(Random random) {
    return random
        .ints(random.nextInt(6), 0, 8)
        .mapToObj(item -> String.valueOf((char) ('a' + item)))
        .toArray(String[]::new);
  }

  private static List<String> ids(RecommendationAnswer answer) {
    return answer.items().stream().map(RankedItem::item).toList();
  }
}
