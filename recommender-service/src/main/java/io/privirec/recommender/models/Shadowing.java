package io.privirec.recommender.models;

import io.privirec.serving.ranking.Recommender;
import io.privirec.serving.scoring.ScoreMode;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationAnswer.RankedItem;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/// Has shadows answer a sample of the requests that the active model answered, on a thread of its
/// own, and measures how many items both answers share. Nobody waits for it, and nobody sees what a
/// shadow answers. What does not fit into the queue is dropped and counted.
@Component
final class Shadowing implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Shadowing.class);

  /// Questions in the queue hold on to memory: together no more than so many times 64 ids.
  private static final int MOST_IDS = 2_000;

  private final double sample;
  private final ModelMeters meters;
  private final ThreadPoolExecutor thread;

  Shadowing(ModelSettings settings, ModelMeters meters) {
    this.sample = settings.shadowSample();
    this.meters = meters;
    this.thread =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(settings.shadowQueue()),
            Thread.ofPlatform().name("shadow").daemon().factory());
  }

  /// Takes a question that was answered, or leaves it.
  ///
  /// @param ids how many items the question names
  /// @param mode of scores that it asks for; shadows that do not have it are not asked
  void offer(
      List<LoadedModel> shadows,
      int ids,
      ScoreMode mode,
      Function<Recommender, RecommendationAnswer> question,
      RecommendationAnswer answer) {
    if (shadows.isEmpty() || ThreadLocalRandom.current().nextDouble() >= sample) {
      return;
    }
    // Not the answer, which may explain every item at length.
    Set<String> items = items(answer);
    for (LoadedModel shadow : shadows) {
      if (has(shadow, mode) && (ids > MOST_IDS || !enqueue(shadow, question, items))) {
        meters.shadowDropped(shadow.version());
      }
    }
  }

  private static boolean has(LoadedModel shadow, ScoreMode mode) {
    return shadow.recommender().ask(one -> one.has(mode)).orElse(false);
  }

  private static Set<String> items(RecommendationAnswer answer) {
    return answer.items().stream().map(RankedItem::item).collect(Collectors.toSet());
  }

  private boolean enqueue(
      LoadedModel shadow,
      Function<Recommender, RecommendationAnswer> question,
      Set<String> answered) {
    try {
      thread.execute(() -> compare(shadow, question, answered));
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  private void compare(
      LoadedModel shadow,
      Function<Recommender, RecommendationAnswer> question,
      Set<String> answered) {
    try {
      shadow
          .recommender()
          .ask(question)
          .ifPresent(other -> meters.shadowed(shadow.version(), overlap(answered, items(other))));
    } catch (RuntimeException e) {
      // Its message may name what was asked.
      log.debug("A shadow did not answer: {}", e.getClass().getName());
      meters.shadowFailed(shadow.version());
    }
  }

  /// The part of the longer answer's items that are in both; 1 for two empty answers.
  private static double overlap(Set<String> one, Set<String> other) {
    int longer = Math.max(one.size(), other.size());
    return longer == 0 ? 1 : (double) other.stream().filter(one::contains).count() / longer;
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
