package io.privirec.recommender.models;

import io.privirec.edge.log.LogField;
import io.privirec.privacy.text.Label;
import io.privirec.recommender.experiment.Experiment;
import io.privirec.recommender.models.ActivationPolicy.Reason;
import io.privirec.serving.release.ClaimStatuses;
import io.privirec.serving.release.VerifiedRelease;
import io.privirec.wire.ExperimentArm;
import io.privirec.wire.InactiveRelease;
import io.privirec.wire.ModelList;
import io.privirec.wire.ModelView;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// The loaded models, and what becomes of them. A change is on the disk before it holds.
final class Models implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Models.class);
  private static final int MOST_INACTIVE = 20;

  private final StateFile<Choices> file;
  private final ModelSettings settings;
  private final ActivationPolicy policy;
  private final ClaimStatuses claims;
  private final ModelMeters meters;
  private final Clock clock;
  private volatile Registry registry;
  private volatile List<InactiveRelease> inactive = List.of();

  Models(
      StateFile<Choices> file,
      ModelSettings settings,
      ClaimStatuses claims,
      ModelMeters meters,
      Clock clock) {
    this.file = file;
    this.policy = settings.activation();
    this.claims = claims;
    this.clock = clock;
    this.settings = settings;
    this.meters = meters;
    this.registry = new Registry(Map.of(), file.read(), policy);
  }

  /// Returns the present registry.
  Registry registry() {
    return registry;
  }

  /// The active model; empty while there is none.
  Optional<ModelView> active() {
    Registry current = registry;
    LoadedModel active = current.active();
    // No view only when it was retired since: then there is another registry.
    return active == null
        ? Optional.empty()
        : current.view(active, claims::shown).or(() -> active());
  }

  ModelList list() {
    Registry current = registry;
    LoadedModel active = current.active();
    return new ModelList(
        current.choices().pinned() ? "pinned" : "newest",
        Label.of(policy.accept()),
        active == null ? null : active.version(),
        current.standsInFor().orElse(null),
        current.previous().orElse(null),
        policy.warning(active).orElse(null),
        settings.maxModels(),
        current.views(claims::shown),
        inactive);
  }

  ModelView view(String version) {
    Registry current = registry;
    return current.view(current.require(version), claims::shown).orElseGet(() -> view(version));
  }

  /// Activates a loaded model.
  ///
  /// @throws ModelRefusal.NotAccepted if it is of a kind that is not accepted
  ModelList activate(String version) {
    return change(
        ModelMeters.Cause.OPERATOR,
        current -> {
          policy.requireAccepted(current.require(version));
          return current.with(policy.byHand(current.choices().activate(version)));
        });
  }

  /// Makes the last model active again that was active before and is accepted.
  ///
  /// @throws ModelRefusal.NotAccepted if all that were active before are of a kind that is not
  ///   accepted
  ModelList rollback() {
    return change(
        ModelMeters.Cause.OPERATOR,
        current -> {
          current.earlier().stream()
              .findFirst()
              .filter(_ -> current.previous().isEmpty())
              .ifPresent(policy::requireAccepted);
          String previous = current.previous().orElseThrow(ModelRefusal.NoPreviousModel::new);
          return current.with(policy.byHand(current.choices().rollbackTo(previous)));
        });
  }

  /// The active model answers until an operator activates another one, or [#follow()].
  ///
  /// @throws ModelRefusal.NotLoaded if there is no active model
  ModelList pin() {
    return change(
        ModelMeters.Cause.OPERATOR,
        current -> {
          LoadedModel active = current.active();
          if (active == null) {
            throw new ModelRefusal.NotLoaded();
          }
          return current.with(current.choices().activate(active.version()).pin(true));
        });
  }

  /// From now on newer releases become active by themselves; the best loaded one that is accepted
  /// does at once.
  ModelList follow() {
    return change(
        ModelMeters.Cause.OPERATOR,
        current -> {
          Choices free = current.choices().pin(false);
          return current.with(
              policy
                  .best(current.loaded().values())
                  .map(best -> free.activate(best.version()))
                  .orElse(free));
        });
  }

  /// Unloads a model that is not in use. A missing model is not looked for any more.
  ModelList unload(String version) {
    return change(
        ModelMeters.Cause.OTHER,
        current -> {
          current.requireChosen(version);
          current
              .use(version)
              .ifPresent(use -> {
                throw new ModelRefusal.ModelInUse(use);
              });
          return current.without(version);
        });
  }

  /// A loaded model that is not active answers unseen from now on, or does so no more.
  ModelList shadow(String version, boolean answers) {
    return change(
        ModelMeters.Cause.OTHER,
        current -> {
          if (!answers) {
            current.requireChosen(version);
          } else if (current.require(version).equals(current.active())) {
            throw new ModelRefusal.ModelInUse("it is the active model, and nobody's shadow");
          }
          return current.with(current.choices().shadow(version, answers));
        });
  }

  /// The experiments that run, the oldest first.
  List<Experiment> experiments() {
    return registry.choices().experiments();
  }

  /// Begins the experiment of that name, or changes it.
  ///
  /// @return whether there was none of that name
  boolean put(String name, String salt, List<ExperimentArm> arms) {
    boolean[] fresh = new boolean[1];
    change(
        ModelMeters.Cause.OTHER,
        current -> {
          for (int n = 0; n < arms.size(); n++) {
            if (!current.loaded().containsKey(arms.get(n).model())) {
              throw new ModelRefusal.InvalidValue(
                  "/arms/%s/model".formatted(n),
                  "no model of this version is loaded: see GET /v1/models");
            }
            if (!policy.accepts(current.require(arms.get(n).model()).release())) {
              throw new ModelRefusal.InvalidValue(
                  "/arms/%s/model".formatted(n),
                  "is a no-noise release, and privirec.recommender.accept is private");
            }
          }
          Optional<Experiment> before = current.choices().experiment(name);
          fresh[0] = before.isEmpty();
          if (fresh[0] && current.choices().experiments().size() >= settings.maxExperiments()) {
            throw new ModelRefusal.TooManyExperiments(settings.maxExperiments());
          }
          return current.with(
              current
                  .choices()
                  .withExperiment(
                      new Experiment(
                          name,
                          salt,
                          arms,
                          before.map(Experiment::createdAt).orElseGet(clock::instant))));
        });
    return fresh[0];
  }

  void end(String experiment) {
    change(
        ModelMeters.Cause.OTHER,
        current -> {
          if (current.choices().experiment(experiment).isEmpty()) {
            throw new ModelRefusal.UnknownExperiment();
          }
          return current.with(current.choices().withoutExperiment(experiment));
        });
  }

  /// What was chosen, loaded or not.
  Choices choices() {
    return registry.choices();
  }

  ActivationPolicy policy() {
    return policy;
  }

  /// The releases of all loaded models.
  List<VerifiedRelease> releases() {
    return registry.loaded().values().stream().map(LoadedModel::release).toList();
  }

  boolean isLoaded(String version) {
    return registry.loaded().containsKey(version);
  }

  /// Versions that were chosen and are not loaded, the active one first.
  List<String> missing() {
    Registry current = registry;
    String active = current.choices().active();
    return current.choices().loaded().stream()
        .filter(version -> !current.loaded().containsKey(version))
        .sorted(Comparator.comparing((String version) -> !version.equals(active)))
        .toList();
  }

  /// A model that was asked for by hand, or chosen before a restart.
  void add(LoadedModel model) {
    change(
        ModelMeters.Cause.OTHER,
        current ->
            current
                .with(model)
                .with(current.choices().withLoaded(model.version()))
                .trimmedFor(model, settings.maxModels()));
  }

  /// Takes in an accepted model that answers if the chosen one cannot be loaded, or if none was
  /// chosen so far. What was chosen stays so: that model answers again once it is loaded.
  void addInstead(LoadedModel model) {
    if (choices().active() != null) {
      add(model);
      return;
    }
    change(
        ModelMeters.Cause.RELEASE,
        current ->
            current
                .with(model)
                .with(current.choices().withNewest(model.version()).activate(model.version()))
                .trimmedFor(model, settings.maxModels()));
  }

  /// Takes in the newest release of the coordinator. It becomes active unless the policy has a
  /// reason against it.
  synchronized void arrived(LoadedModel model) {
    Optional<Reason> why = whyNotActive(model.release());
    change(
        ModelMeters.Cause.RELEASE,
        current -> {
          Choices known = current.choices().withNewest(model.version());
          return current
              .with(model)
              .with(why.isPresent() ? known : known.activate(model.version()))
              .trimmedFor(model, settings.maxModels());
        });
    why.ifPresent(reason -> passOver(model.release(), reason));
  }

  private Optional<Reason> whyNotActive(VerifiedRelease release) {
    Registry current = registry;
    return policy.whyNotActive(current.choices(), current.active(), release);
  }

  /// Takes note of a release that is not accepted, and therefore not loaded.
  void passOver(VerifiedRelease release) {
    whyNotActive(release).ifPresent(reason -> passOver(release, reason));
  }

  private synchronized void passOver(VerifiedRelease release, Reason reason) {
    String version = release.manifest().releaseId();
    boolean isKnown =
        inactive.stream()
            .anyMatch(
                one -> one.modelVersion().equals(version) && one.reason().equals(reason.code()));
    if (isKnown) {
      return;
    }
    InactiveRelease passedOver =
        new InactiveRelease(
            version,
            release.manifest().protection(),
            reason.code(),
            reason.inWords(),
            clock.instant());
    inactive =
        Stream.concat(Stream.of(passedOver), inactive.stream())
            .filter(one -> one.equals(passedOver) || !one.modelVersion().equals(version))
            .limit(MOST_INACTIVE)
            .toList();
    meters.passedOver(reason);
    log.atLevel(reason == Reason.NOT_ACCEPTED ? Level.WARN : Level.INFO)
        .addKeyValue(LogField.ACTION, "model-passed-over")
        .addKeyValue(LogField.MODEL, version)
        .log("Release {} does not become active: {}", version, reason.inWords());
  }

  /// Nothing changes when the step throws, or when it cannot be written down.
  private synchronized ModelList change(ModelMeters.Cause cause, UnaryOperator<Registry> step) {
    Registry before = registry;
    Registry after = step.apply(before);
    if (!after.choices().equals(before.choices())) {
      file.write(after.choices());
    }
    registry = after;
    before.loaded().values().stream()
        .filter(model -> !model.equals(after.loaded().get(model.version())))
        .forEach(model -> model.recommender().close());
    meters.registered(after);
    LoadedModel active = after.active();
    if (active != null && !active.equals(before.active())) {
      meters.activated(before.active() == null ? ModelMeters.Cause.START : cause);
      log.atInfo()
          .addKeyValue(LogField.ACTION, "model-activated")
          .addKeyValue(LogField.MODEL, active.version())
          .log("Model {} answers, of {} loaded", active.version(), after.loaded().size());
      inactive =
          inactive.stream().filter(one -> !one.modelVersion().equals(active.version())).toList();
      policy.warning(after.active()).ifPresent(warning -> log.warn("The active {}", warning));
      after
          .standsInFor()
          .ifPresent(chosen -> log.warn("It stands in for model {}, which is not loaded", chosen));
    }
    return list();
  }

  @Override
  public synchronized void close() {
    Registry last = registry;
    registry = new Registry(Map.of(), last.choices(), policy);
    last.loaded().values().forEach(model -> model.recommender().close());
  }
}
