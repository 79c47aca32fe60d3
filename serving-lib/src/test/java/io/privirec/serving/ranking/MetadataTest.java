package io.privirec.serving.ranking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.serving.Requests;
import io.privirec.serving.TestRelease;
import io.privirec.serving.metadata.MetadataVersion;
import io.privirec.serving.metadata.RequestContext;
import io.privirec.serving.scoring.RequestRefusal;
import io.privirec.wire.Diversity;
import io.privirec.wire.ItemFilter;
import io.privirec.wire.ItemFilter.CategoryFilter;
import io.privirec.wire.ItemMetadata;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationAnswer.Contribution;
import io.privirec.wire.RecommendationAnswer.Filtered;
import io.privirec.wire.RecommendationAnswer.RankedItem;
import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.SimilarItemsRequest;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetadataTest {
  private static final Instant NOW = Instant.parse("2026-05-05T12:00:00Z");
  private static final List<String> NAMES = List.of("x", "y", "z");

  @TempDir Path directory;
  private Recommender recommender;

  @BeforeEach
  void open() throws Exception {
    recommender = open("r-1");
  }

  private Recommender open(String id) throws Exception {
    return TestRelease.open(TestRelease.write(directory, id));
  }

  @AfterEach
  void close() {
    recommender.close();
  }

  @Test
  void categories_areConditionsThatAllMustHold() {
    MetadataVersion metadata =
        MetadataVersion.of(
            1, Map.of("b", in("x", "y"), "c", in("x"), "d", in("y"), "nope", in("x")));
    assertThat(asked(metadata, category(List.of("x"), null, null))).containsExactly("b", "c");
    assertThat(asked(metadata, category(List.of("x", "y"), null, null)))
        .containsExactly("b", "c", "d");
    assertThat(asked(metadata, category(null, List.of("x", "y"), null))).containsExactly("b");
    assertThat(asked(metadata, category(null, null, List.of("y"))))
        .containsExactly("c", "h", "e", "g", "f");
    assertThat(asked(metadata, category(List.of("x"), List.of("x"), List.of("y"))))
        .containsExactly("c");
    assertThat(asked(metadata, category(List.of("unheard-of"), null, null))).isEmpty();
    assertThat(asked(metadata, category(List.of(), List.of(), List.of()))).hasSize(7);
  }

  @Test
  void window_isHalfOpen_andHoldsNowUnlessAnotherTimeIsAsked() {
    Instant later = NOW.plusSeconds(60);
    MetadataVersion metadata =
        MetadataVersion.of(
            1,
            Map.of(
                "b", new ItemMetadata(null, later, null),
                "c", new ItemMetadata(null, null, NOW),
                "d", new ItemMetadata(null, NOW, later)));
    assertThat(asked(metadata, null)).containsExactly("h", "d", "e", "g", "f");
    assertThat(asked(metadata, new ItemFilter(null, later)))
        .containsExactly("b", "h", "e", "g", "f");
    assertThat(asked(metadata, new ItemFilter(null, NOW.minusNanos(1000))))
        .containsExactly("c", "h", "e", "g", "f");
    assertThat(asked(metadata, new ItemFilter(null, Instant.MAX))).contains("b");
    assertThat(asked(metadata, new ItemFilter(null, Instant.MIN))).contains("c");
  }

  @Test
  void leftOutItem_isCountedOnce_underTheFirstReason() {
    Instant past = NOW.minusSeconds(1);
    ItemMetadata gone = new ItemMetadata(List.of("x"), null, past);
    MetadataVersion metadata =
        MetadataVersion.of(
            1, Map.of("a", gone, "b", gone, "c", in("x"), "d", new ItemMetadata(null, null, past)));
    RecommendationAnswer answer =
        recommender.recommend(
            Requests.chosen(5, 0, category(List.of("x"), null, null), null, "a"),
            new RequestContext(metadata, NOW));
    assertThat(ids(answer)).containsExactly("c");
    assertThat(answer.filtered()).isEqualTo(new Filtered(1, 0, 5, 1));
  }

  @Test
  void similarAndPopular_areFiltered() {
    RequestContext context =
        new RequestContext(
            MetadataVersion.of(
                1,
                Map.of(
                    "b", new ItemMetadata(List.of("x"), null, NOW),
                    "a", in("x"),
                    "h", in("x"))),
            NOW);
    assertThat(
            ids(
                recommender
                    .similar(new SimilarItemsRequest(List.of("c"), null, null, null), context)
                    .orElseThrow()))
        .containsExactly("a", "d");
    RecommendationAnswer popular =
        recommender.popular(5, 0, category(List.of("x"), null, null), context);
    assertThat(ids(popular)).containsExactly("h", "a");
    assertThat(popular.filtered()).isEqualTo(new Filtered(0, 0, 5, 1));
  }

  @Test
  void categoryCap_holdsOverAllPages_andNeverForItemsWithoutCategory() {
    RequestContext context =
        new RequestContext(
            MetadataVersion.of(
                1, Map.of("b", in("x"), "c", in("x", "y"), "h", in("y"), "d", in("x"))),
            NOW);
    Diversity one = new Diversity(null, 1);
    RecommendationAnswer whole =
        recommender.recommend(Requests.chosen(7, 0, null, one, "a"), context);
    assertThat(ids(whole)).containsExactly("b", "h", "e", "g", "f");
    assertThat(whole.nextOffset()).isNull();
    assertThat(pages(2, null, one, context, "a")).isEqualTo(ids(whole));
  }

  @Test
  void lambda_putsAlikeItemsApart() {
    // b and c are each other's nearest; after b, an item that is like nothing is worth more
    assertThat(ids(ask(new Diversity(0.3, null), "a", "d"))).startsWith("b", "c");
    assertThat(ids(ask(new Diversity(0.6, null), "a", "d"))).startsWith("b", "h");
    assertThat(ask(new Diversity(0.6, null), "a", "d").items()).hasSize(6);
    assertThatThrownBy(() -> ask(new Diversity(1.01, null), "a"))
        .isInstanceOfSatisfying(
            RequestRefusal.InvalidValue.class,
            e -> assertThat(e.pointer()).isEqualTo("/diversity/lambda"));
    assertThatThrownBy(() -> ask(new Diversity(Double.NaN, null), "a"))
        .isInstanceOf(RequestRefusal.InvalidValue.class);
  }

  @Test
  void metadata_restoredToALowerNumber_isNewerThanAllBefore() {
    ItemFilter filter = category(List.of("x"), null, null);
    RecommendationRequest request = Requests.chosen(8, 0, filter, null, "a");
    MetadataVersion lost =
        MetadataVersion.of(6, Map.of("b", in("x"), "c", in("x")))
            .with(7, Map.of("d", Optional.of(in("x"))));
    MetadataVersion restored = lost.replaced(6, Map.of("b", in("x")));
    MetadataVersion after = restored.with(7, Map.of("h", Optional.of(in("x"))));

    assertThat(ids(recommender.recommend(request, new RequestContext(lost, NOW))))
        .containsExactlyInAnyOrder("b", "c", "d");
    assertThat(ids(recommender.recommend(request, new RequestContext(after, NOW))))
        .containsExactlyInAnyOrder("b", "h");
    // Requests that began earlier are answered by what is newest.
    for (MetadataVersion earlier : List.of(restored, lost, MetadataVersion.EMPTY)) {
      assertThat(ids(recommender.recommend(request, new RequestContext(earlier, NOW))))
          .containsExactlyInAnyOrder("b", "h");
    }
  }

  @Test
  void randomRequests_keepEveryPromise() throws Exception {
    Random random = new Random(11);
    Map<String, ItemMetadata> known = new HashMap<>();
    MetadataVersion followed = MetadataVersion.EMPTY;
    for (int round = 0; round < 1_000; round++) {
      Map<String, Optional<ItemMetadata>> changes = new HashMap<>();
      for (String item : someItems(random)) {
        changes.put(item, random.nextInt(4) == 0 ? Optional.empty() : Optional.of(some(random)));
      }
      // Some versions are never asked with, so that an index has to be built anew.
      followed = followed.with(followed.number() + 1, changes);
      changes.forEach((item, metadata) ->
          metadata.ifPresentOrElse(is -> known.put(item, is), () -> known.remove(item)));
      if (random.nextInt(3) > 0) {
        check(
            random,
            new RequestContext(followed, NOW.plusSeconds(random.nextInt(10))),
            known,
            round);
      }
    }
  }

  private void check(
      Random random, RequestContext context, Map<String, ItemMetadata> known, int round)
      throws Exception {
    ItemFilter filter =
        random.nextInt(4) == 0 ? null : new ItemFilter(someCategories(random), null);
    Diversity diversity =
        switch (random.nextInt(4)) {
          case 0 -> null;
          case 1 -> new Diversity(0.0, null);
          case 2 -> new Diversity(random.nextDouble(), null);
          default -> new Diversity(random.nextDouble(), 1 + random.nextInt(3));
        };
    String[] history = someItems(random).toArray(String[]::new);
    int k = 1 + random.nextInt(8);
    RecommendationAnswer answer =
        recommender.recommend(Requests.chosen(k, 0, filter, diversity, history), context);

    List<String> eligible =
        IntStream.rangeClosed('a', 'h')
            .mapToObj(id -> String.valueOf((char) id))
            .filter(id -> !List.of(history).contains(id))
            .filter(id -> isEligible(known.get(id), filter, context.now()))
            .toList();
    boolean capped = diversity != null && diversity.categoryCap() != null;
    assertThat(ids(answer)).as("round %d", round).doesNotHaveDuplicates().isSubsetOf(eligible);
    if (!capped) {
      assertThat(answer.items()).as("round %d", round).hasSize(Math.min(k, eligible.size()));
    }
    Filtered filtered = answer.filtered();
    assertThat(filtered.seen() + filtered.excluded() + filtered.category() + filtered.unavailable())
        .isEqualTo(8 - eligible.size());
    for (RankedItem item : answer.items()) {
      float sum = 0;
      for (Contribution contribution : item.because()) {
        sum += contribution.contribution();
      }
      if (answer.strategy().equals("popular")) {
        assertThat(item.because()).isEmpty();
      } else {
        assertThat(sum).as("round %d", round).isEqualTo(item.score());
      }
    }
    if (capped) {
      for (String category : NAMES) {
        assertThat(
                ids(answer).stream()
                    .filter(id -> known.containsKey(id))
                    .filter(id -> known.get(id).categories().contains(category)))
            .hasSizeLessThanOrEqualTo(diversity.categoryCap());
      }
    }
    if (diversity != null && !capped && diversity.lambda() == 0) {
      assertThat(answer.items())
          .isEqualTo(
              recommender.recommend(Requests.chosen(k, 0, filter, null, history), context).items());
    }
    List<String> joined = pages(k, filter, diversity, context, history);
    assertThat(joined.subList(0, answer.items().size())).isEqualTo(ids(answer));
    if (round % 50 == 0) {
      // An index that followed every change is the one that is built at once.
      try (Recommender fresh = open("r-" + (2 + round))) {
        assertThat(
                fresh
                    .recommend(
                        Requests.chosen(k, 0, filter, diversity, history),
                        new RequestContext(
                            MetadataVersion.of(context.metadata().number(), known), context.now()))
                    .items())
            .isEqualTo(answer.items());
      }
    }
  }

  private static boolean isEligible(ItemMetadata item, ItemFilter filter, Instant now) {
    List<String> categories = item == null ? List.of() : item.categories();
    boolean available =
        item == null
            || ((item.availableFrom() == null || !now.isBefore(item.availableFrom()))
                && (item.availableUntil() == null || now.isBefore(item.availableUntil())));
    if (filter == null) {
      return available;
    }
    CategoryFilter wanted = filter.category();
    return available
        && (wanted.anyOf() == null || wanted.anyOf().stream().anyMatch(categories::contains))
        && (wanted.allOf() == null || categories.containsAll(wanted.allOf()))
        && (wanted.noneOf() == null || wanted.noneOf().stream().noneMatch(categories::contains));
  }

  private List<String> pages(
      int k, ItemFilter filter, Diversity diversity, RequestContext context, String... history) {
    List<String> joined = new ArrayList<>();
    Integer offset = 0;
    while (offset != null) {
      RecommendationAnswer page =
          recommender.recommend(Requests.chosen(k, offset, filter, diversity, history), context);
      joined.addAll(ids(page));
      offset = page.nextOffset();
    }
    return joined;
  }

  private RecommendationAnswer ask(Diversity diversity, String... history) {
    return recommender.recommend(
        Requests.chosen(7, 0, null, diversity, history), RequestContext.PLAIN);
  }

  private List<String> asked(MetadataVersion metadata, ItemFilter filter) {
    try (Recommender fresh = open("asked")) {
      return ids(
          fresh.recommend(
              Requests.chosen(8, 0, filter, null, "a"), new RequestContext(metadata, NOW)));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static ItemFilter category(List<String> anyOf, List<String> allOf, List<String> noneOf) {
    return new ItemFilter(new CategoryFilter(anyOf, allOf, noneOf), null);
  }

  private static ItemMetadata in(String... categories) {
    return new ItemMetadata(List.of(categories), null, null);
  }

  private static ItemMetadata some(Random random) {
    Instant from = random.nextInt(3) == 0 ? NOW.plusSeconds(random.nextInt(10)) : null;
    Instant until = random.nextInt(3) == 0 ? NOW.plusSeconds(random.nextInt(10)) : null;
    return new ItemMetadata(someNames(random), from, until);
  }

  private static CategoryFilter someCategories(Random random) {
    return new CategoryFilter(
        random.nextBoolean() ? List.of() : someNames(random),
        random.nextBoolean() ? List.of() : someNames(random).stream().limit(1).toList(),
        random.nextBoolean() ? List.of() : someNames(random).stream().limit(1).toList());
  }

  private static List<String> someNames(Random random) {
    return NAMES.stream().filter(name -> random.nextBoolean()).toList();
  }

  private static List<String> someItems(Random random) {
    return random
        .ints(random.nextInt(5), 0, 9)
        .mapToObj(item -> String.valueOf((char) ('a' + item)))
        .distinct()
        .toList();
  }

  private static List<String> ids(RecommendationAnswer answer) {
    return answer.items().stream().map(RankedItem::item).toList();
  }
}
