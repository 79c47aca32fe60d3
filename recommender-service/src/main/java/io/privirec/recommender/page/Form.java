package io.privirec.recommender.page;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.util.MultiValueMap;

/// The fields of the page's form: chosen items and words to look for. They come in a body, because
/// addresses end up in the logs of proxies and in the browser's history.
///
/// @param chosen ids in the order of choice
/// @param words what titles are searched for
record Form(List<String> chosen, String words) {
  static final Form EMPTY = new Form(List.of(), "");

  static final int MAX_CHOSEN = 100;
  private static final int MAX_WORDS = 200;

  static Form of(MultiValueMap<String, String> fields) {
    Set<String> chosen = new LinkedHashSet<>(all(fields, "item"));
    chosen.addAll(all(fields, "add"));
    chosen.removeAll(Set.copyOf(all(fields, "remove")));
    String words = String.join(" ", all(fields, "words"));
    return new Form(
        chosen.stream().limit(MAX_CHOSEN).toList(),
        words.substring(0, Math.min(words.length(), MAX_WORDS)));
  }

  private static List<String> all(MultiValueMap<String, String> fields, String name) {
    return fields.getOrDefault(name, List.of()).stream().filter(value -> value != null).toList();
  }

  /// Hides what was chosen.
  @Override
  public String toString() {
    return "Form[" + chosen.size() + " items]";
  }
}
