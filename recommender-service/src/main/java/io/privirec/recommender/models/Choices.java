package io.privirec.recommender.models;

import io.privirec.recommender.experiment.Experiment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What was chosen about models, by hand or by the arrival of releases: it survives the process. A
/// model that is named here may not be loaded, so far or any more. Immutable.
///
/// @param active version of the model that is to answer; null before the first
/// @param before versions that were active before, the last one most recently; each once
/// @param pinned whether newer releases do not become active by themselves
/// @param newest version of the newest release that was ever loaded; null before the first
/// @param loaded versions that are to be loaded, the active one among them
/// @param shadows versions that answer unseen; never the active one
/// @param experiments the oldest first
record Choices(
    @Nullable String active,
    List<String> before,
    boolean pinned,
    @Nullable String newest,
    List<String> loaded,
    List<String> shadows,
    List<Experiment> experiments) {
  static final Choices NONE =
      new Choices(null, List.of(), false, null, List.of(), List.of(), List.of());

  Choices {
    before = List.copyOf(before);
    loaded = List.copyOf(loaded);
    // Files of before there were any.
    shadows = shadows == null ? List.of() : List.copyOf(shadows);
    experiments = experiments == null ? List.of() : List.copyOf(experiments);
  }

  /// A model was loaded.
  Choices withLoaded(String version) {
    return changed(active, before, pinned, newest, toLoad(version), shadows);
  }

  /// A release of the coordinator was loaded that is newer than any before.
  Choices withNewest(String version) {
    return changed(active, before, pinned, version, toLoad(version), shadows);
  }

  /// A loaded model becomes the active one.
  Choices activate(String version) {
    if (version.equals(active)) {
      return this;
    }
    List<String> past = active == null ? before : with(before, active);
    return changed(
        version,
        without(past, version),
        pinned,
        newest,
        toLoad(version),
        without(shadows, version));
  }

  /// A model that was active before becomes active again; what came after it is forgotten.
  Choices rollbackTo(String version) {
    List<String> earlier = before.subList(0, before.indexOf(version));
    return changed(version, earlier, pinned, newest, loaded, without(shadows, version));
  }

  Choices pin(boolean pin) {
    return changed(active, before, pin, newest, loaded, shadows);
  }

  /// A model that is not active is not to be loaded any more.
  Choices unload(String version) {
    return changed(
        active,
        without(before, version),
        pinned,
        newest,
        without(loaded, version),
        without(shadows, version));
  }

  /// A model that is not active answers unseen, or does so no more.
  Choices shadow(String version, boolean answers) {
    List<String> others = without(shadows, version);
    return changed(
        active, before, pinned, newest, loaded, answers ? with(others, version) : others);
  }

  /// An experiment begins, or takes the place of the one of its name.
  Choices withExperiment(Experiment experiment) {
    List<Experiment> more = new ArrayList<>(experiments);
    more.removeIf(one -> one.name().equals(experiment.name()));
    more.add(experiment);
    more.sort(Comparator.comparing(Experiment::createdAt).thenComparing(Experiment::name));
    return new Choices(active, before, pinned, newest, loaded, shadows, more);
  }

  Choices withoutExperiment(String name) {
    return new Choices(
        active,
        before,
        pinned,
        newest,
        loaded,
        shadows,
        experiments.stream().filter(one -> !one.name().equals(name)).toList());
  }

  Optional<Experiment> experiment(String name) {
    return experiments.stream().filter(one -> one.name().equals(name)).findFirst();
  }

  /// Everything but the experiments, which nothing else changes.
  private Choices changed(
      @Nullable String active,
      List<String> before,
      boolean pinned,
      @Nullable String newest,
      List<String> loaded,
      List<String> shadows) {
    return new Choices(active, before, pinned, newest, loaded, shadows, experiments);
  }

  /// Keeps its order, so that a model of before a restart changes nothing.
  private List<String> toLoad(String version) {
    return loaded.contains(version) ? loaded : with(loaded, version);
  }

  private static List<String> with(List<String> versions, String version) {
    List<String> more = new ArrayList<>(without(versions, version));
    more.add(version);
    return more;
  }

  private static List<String> without(List<String> versions, String version) {
    return versions.stream().filter(one -> !one.equals(version)).toList();
  }
}
