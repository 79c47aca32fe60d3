package io.privirec.coordinator.round.schedule;

import io.privirec.round.Rounds;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

@Component
class DeadlineWatch {
  private static final Logger log = LoggerFactory.getLogger(DeadlineWatch.class);

  private final Rounds rounds;

  DeadlineWatch(Rounds rounds) {
    this.rounds = rounds;
  }

  @Scheduled(fixedDelay = 100)
  void closeOverdue() {
    try {
      rounds.closeOverdue();
    } catch (RuntimeException e) {
      log.warn("Deadlines could not be checked; trying again", e);
    }
  }
}
