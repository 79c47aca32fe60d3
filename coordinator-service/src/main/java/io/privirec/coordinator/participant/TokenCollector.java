package io.privirec.coordinator.participant;

import io.privirec.coordinator.housekeeping.Collector;
import java.time.Clock;

/// Collects enrolment tokens that nobody used in time. Used ones stay: an enrolment may be
/// repeated.
final class TokenCollector implements Collector {
  private final ParticipantStore store;
  private final Clock clock;

  TokenCollector(ParticipantStore store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  @Override
  public String what() {
    return "expired enrolment tokens";
  }

  @Override
  public int collect() {
    return store.forgetTokens(clock.instant());
  }
}
