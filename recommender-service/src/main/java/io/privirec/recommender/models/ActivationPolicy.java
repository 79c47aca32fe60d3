package io.privirec.recommender.models;

import io.privirec.serving.release.VerifiedRelease;
import io.privirec.wire.Protection;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rules by which a release becomes active. Each rule wins over the rules after it:
///
/// 1. *pin*: a model that an operator pinned answers until the operator changes it.
/// 2. *by hand*: a model that an operator activated answers until a newer release arrives.
/// 3. *accept*: with `private`, no release without noise becomes active, by itself or by hand.
/// 4. *worth*: a release of popularity alone does not replace answers from histories.
/// 5. *age*: an older release does not replace a newer release.
///
/// No rule ends the activity of the active model: a release without noise that is active when
/// `accept` becomes `private` stays active, with a warning.
///
/// @param accept which releases may become active
/// @param manualActivation how long an activation by hand lasts
record ActivationPolicy(Accept accept, ManualActivation manualActivation) {
  /// Which releases may become active.
  enum Accept {
    /// Releases whose sums all carry noise.
    PRIVATE,
    /// All releases.
    ANY
  }

  /// How long an activation by hand lasts.
  enum ManualActivation {
    /// Until a newer release is there.
    UNTIL_NEWER,
    /// Until the operator activates another model, or lets newer releases become active again.
    PINS
  }

  /// Why a release did not become active.
  enum Reason {
    PINNED("the active model is pinned: POST /v1/models:follow ends that"),
    CHOSEN_BY_HAND("another model was activated by hand after this release arrived"),
    NOT_ACCEPTED(
        "privirec.recommender.accept is private, and this is a no-noise release: some of its sums"
            + " have no noise"),
    POPULARITY_ALONE("it has popularity alone, and the active model reads histories"),
    OLDER("the active model is a newer release");

    private final String inWords;

    Reason(String inWords) {
      this.inWords = inWords;
    }

    /// Returns the stable name, lower-kebab.
    String code() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String inWords() {
      return inWords;
    }
  }

  /// States the rule for releases without noise.
  String rule() {
    return accept == Accept.ANY
        ? "releases without noise become active, too"
        : "no release without noise becomes active";
  }

  /// Whether a release of this kind may become active.
  boolean accepts(Protection protection) {
    return accept == Accept.ANY || protection == Protection.PRIVATE;
  }

  boolean accepts(VerifiedRelease release) {
    return accepts(release.manifest().protection());
  }

  /// Decides on a release that arrived.
  ///
  /// @param active the model that answers; null: there is none
  /// @return empty if it becomes active
  Optional<Reason> whyNotActive(
      Choices choices, @Nullable LoadedModel active, VerifiedRelease arrived) {
    boolean isChosen = choices.active() != null;
    if (isChosen && choices.pinned()) {
      return Optional.of(Reason.PINNED);
    }
    if (isChosen && arrived.manifest().releaseId().equals(choices.newest())) {
      return Optional.of(Reason.CHOSEN_BY_HAND);
    }
    if (!accepts(arrived)) {
      return Optional.of(Reason.NOT_ACCEPTED);
    }
    if (isChosen && active != null && !arrived.maySucceed(active.release())) {
      return Optional.of(
          arrived.readsHistories() || !active.release().readsHistories()
              ? Reason.OLDER
              : Reason.POPULARITY_ALONE);
    }
    return Optional.empty();
  }

  /// Returns the best of some models that may answer without an operator's word.
  Optional<LoadedModel> best(Collection<LoadedModel> models) {
    return models.stream().filter(model -> accepts(model.release())).max(LoadedModel.BY_WORTH);
  }

  /// Rejects a model that may not become active.
  ///
  /// @throws ModelRefusal.NotAccepted if it is of a kind that is not accepted
  void requireAccepted(LoadedModel model) {
    if (!accepts(model.release())) {
      throw new ModelRefusal.NotAccepted(model.version());
    }
  }

  /// Records that an operator chose.
  Choices byHand(Choices changed) {
    return manualActivation == ManualActivation.PINS ? changed.pin(true) : changed;
  }

  /// Returns a warning if the active model, which may be null, is of a kind that is not accepted.
  Optional<String> warning(@Nullable LoadedModel active) {
    if (active == null || accepts(active.release())) {
      return Optional.empty();
    }
    return Optional.of(
        "model %s is a no-noise release and stays active, because it was active before; privirec.recommender.accept is private, so that no newer no-noise release becomes active"
            .formatted(active.version()));
  }
}
