package io.privirec.coordinator.draft;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Why a session is not started. The message is a sentence for the caller.
public final class DraftRefusal extends RuntimeException {
  /// The kind of fault.
  public enum Reason {
    INVALID_FIELD,
    UNKNOWN_ALGORITHM,
    CATALOGUE_MISSING,
    /// A participant of the cohort is not enrolled.
    UNKNOWN_PARTICIPANT,
    /// A participant of the cohort is enrolled with another key than the roster has.
    ROSTER_KEY_MISMATCH,
    COHORT_TOO_SMALL,
    COHORT_TOO_LARGE,
    NOT_WHOLE_CELLS,
    CAPACITY_EXCEEDED,
    STAGING_BUDGET_EXCEEDED,
    /// The disk has no room for the session now.
    STORAGE_FULL,
    HEAP_EXCEEDED
  }

  private final Reason reason;
  private final @Nullable String pointer;

  DraftRefusal(Reason reason, String detail) {
    this(reason, null, detail);
  }

  DraftRefusal(Reason reason, @Nullable String pointer, String detail) {
    super(detail);
    this.reason = reason;
    this.pointer = pointer;
  }

  public Reason reason() {
    return reason;
  }

  /// Returns the JSON pointer to the field that is wrong; empty unless one field is wrong.
  public Optional<String> pointer() {
    return Optional.ofNullable(pointer);
  }
}
