package io.privirec.recommender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.privirec.serving.TestRelease;
import io.privirec.serving.ranking.Recommender;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationRequest;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.json.JsonMapper;

/// A release of item factors, as sessions of `als` publish it.
class ItemFactorsTest {
  @RegisterExtension static final RunningRecommender service = RunningRecommender.notStarted();
  private static Path release;

  @BeforeAll
  static void start() throws Exception {
    release = TestRelease.writeFactors(service.published(), "r-als");
    service.coordinator().publish(release);
    service.run();
  }

  @Test
  void similar_isByTheCosineOfTheVectors_asFarAsItIsPositive() {
    Answer answer = service.get("/v1/items/a/similar").is(200);
    assertThat(answer.texts("item")).containsExactly("h", "d", "b", "g");
    double[] cosines = {12 / 13.0, .8, .6, 5 / 13.0};
    for (int n = 0; n < cosines.length; n++) {
      assertThat(answer.at("/items/" + n + "/score").asDouble())
          .isCloseTo(cosines[n], within(1e-6));
    }
    assertThat(service.get("/v1/models/r-als").text("/kind")).isEqualTo("item-factors");
  }

  @Test
  void similarToSeveral_isByTheSumOfTheCosines() {
    Answer answer = service.post("/v1/items/similar", "{\"items\":[\"a\",\"c\"],\"k\":4}").is(200);
    assertThat(answer.texts("item")).containsExactlyInAnyOrder("b", "d", "g", "h");
    assertThat(answer.at("/items/0/score").asDouble()).isCloseTo(1.4, within(1e-6));
    assertThat(answer.at("/items/3/score").asDouble()).isCloseTo(17 / 13.0, within(1e-6));
  }

  @Test
  void ratings_posted_areAnsweredAsTheLibraryAnswersThem() throws Exception {
    String rated =
        """
        {"history":[{"item":"a","rating":5},{"item":"c","rating":1.5}],"k":3,"explain":true}\
        """;
    try (Recommender recommender = TestRelease.open(release)) {
      RecommendationRequest request =
          JsonMapper.shared().readValue(rated, RecommendationRequest.class);
      assertThat(
              JsonMapper.shared()
                  .readValue(service.recommend(rated).is(200).body(), RecommendationAnswer.class)
                  .items())
          .hasSize(3)
          .isEqualTo(recommender.recommend(request).items());
    }
    assertThat(service.recommend(rated.replace("1.5", "5")).at("/items"))
        .isNotEqualTo(service.recommend(rated).at("/items"));
  }

  @Test
  void itemWithoutAVector_ranksAfterThoseOfNegativePredictions() {
    Answer answer =
        service.recommend("{\"history\":[{\"item\":\"c\",\"rating\":1}],\"k\":7}").is(200);
    assertThat(answer.texts("item")).containsExactly("a", "f", "d", "b", "h", "g", "e");
    assertThat(answer.at("/items/5/score").asDouble()).isNegative();
    assertThat(answer.at("/items/6/score").asDouble()).isZero();
  }
}
