package io.privirec.recommender.models;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was chosen about models, by hand or by the arrival of releases: it survives the process. A
 * model that is named here may not be loaded, so far or any more. Immutable.
 *
 * @param active version of the model that answers; null before the first
 * @param before versions that were active before, the last one most recently; each once
 * @param pinned whether newer releases do not become active by themselves
 * @param newest version of the newest release that was ever loaded; null before the first
 * @param loaded versions that are to be loaded, the active one among them
 */
record Choices(
    @Nullable String active,
    List<String> before,
    boolean pinned,
    @Nullable String newest,
    List<String> loaded) {
  static final Choices NONE = new Choices(null, List.of(), false, null, List.of());

  Choices {
    before = List.copyOf(before);
    loaded = List.copyOf(loaded);
  }

  /** A model was loaded. */
  Choices withLoaded(String version) {
    return new Choices(active, before, pinned, newest, with(loaded, version));
  }

  /** A release of the coordinator was loaded that is newer than any before. */
  Choices withNewest(String version) {
    return new Choices(active, before, pinned, version, with(loaded, version));
  }

  /** A loaded model becomes the active one. */
  Choices activate(String version) {
    if (version.equals(active)) {
      return this;
    }
    List<String> past = active == null ? before : with(before, active);
    return new Choices(version, without(past, version), pinned, newest, with(loaded, version));
  }

  /** A model that was active before becomes active again; what came after it is forgotten. */
  Choices rollbackTo(String version) {
    List<String> earlier = before.subList(0, before.indexOf(version));
    return new Choices(version, earlier, pinned, newest, loaded);
  }

  Choices pin(boolean pin) {
    return new Choices(active, before, pin, newest, loaded);
  }

  /** A model that is not active is not to be loaded any more. */
  Choices unload(String version) {
    return new Choices(active, without(before, version), pinned, newest, without(loaded, version));
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
