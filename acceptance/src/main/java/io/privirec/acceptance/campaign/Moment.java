package io.privirec.acceptance.campaign;

import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.RoundView;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What a session is doing, as far as its API shows.
enum Moment {
  ADVERTISE_KEYS,
  REVEAL_SEED,
  ENCAPSULATE_KEYS,
  SHARE_KEYS,
  MASKED_INPUT,
  CONSISTENCY_CHECK,
  UNMASK,
  /// The survivors are settled, their chunks are being summed.
  SUMMING,
  /// The sum is there; the plan makes the next broadcast of it.
  STEPPING,
  FOLDING,
  /// The model is folded; the release is signed, moved and listed.
  PUBLISHING,
  /// Not of a session: a service was started again and is not ready.
  START_UP;

  /// What kills are aimed at, start-up aside. Cohorts of a campaign reveal no seed.
  static final List<Moment> AIMS =
      List.of(
          ADVERTISE_KEYS,
          ENCAPSULATE_KEYS,
          MASKED_INPUT,
          UNMASK,
          SUMMING,
          STEPPING,
          FOLDING,
          PUBLISHING);

  private static final String DONE = "DONE";
  private static final String FOLDED = "fold";

  /// The moment of a session; empty when it is over or between two attempts.
  static Optional<Moment> of(SessionView session) {
    return switch (session.status()) {
      case PUBLISHED, COMPLETED, FAILED, CANCELLED -> Optional.empty();
      case PUBLISHING -> Optional.of(session.stages().containsKey(FOLDED) ? PUBLISHING : FOLDING);
      case RUNNING ->
          session.rounds().isEmpty() ? Optional.empty() : of(session.rounds().getLast());
    };
  }

  private static Optional<Moment> of(RoundView latest) {
    if (latest.phase().equals(DONE)) {
      return Optional.of(STEPPING);
    }
    for (Moment moment : values()) {
      if (moment.name().equals(latest.phase())) {
        return Optional.of(moment);
      }
    }
    return Optional.empty();
  }

  /// Whether it lasts milliseconds on small data: then a kill must follow at once.
  boolean isShort() {
    return switch (this) {
      case SUMMING, STEPPING, FOLDING, PUBLISHING -> true;
      case ADVERTISE_KEYS,
          REVEAL_SEED,
          ENCAPSULATE_KEYS,
          SHARE_KEYS,
          MASKED_INPUT,
          CONSISTENCY_CHECK,
          UNMASK,
          START_UP ->
          false;
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
