package io.privirec.prose;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The links of Markdown pages to files and headings of the project.
final class Links {
  private static final Pattern CODE = Pattern.compile("```.*?```", Pattern.DOTALL);
  private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");

  private Links() {}

  /// Returns the links that lead nowhere, as `page: link`.
  ///
  /// @param pages texts by path
  static List<String> broken(Map<Path, String> pages) {
    Map<Path, Set<String>> anchors = new TreeMap<>();
    pages.forEach((path, text) -> anchors.put(path.normalize(), anchors(text)));
    List<String> broken = new ArrayList<>();
    pages.forEach((path, text) ->
        LINK.matcher(CODE.matcher(text).replaceAll(""))
            .results()
            .map(found -> found.group(1))
            .filter(link -> !link.contains("://") && !leadsSomewhere(path, link, anchors))
            .forEach(link -> broken.add(path + ": " + link)));
    return broken;
  }

  private static boolean leadsSomewhere(Path page, String link, Map<Path, Set<String>> anchors) {
    int at = link.indexOf('#');
    String file = at < 0 ? link : link.substring(0, at);
    Path target = file.isEmpty() ? page.normalize() : page.resolveSibling(file).normalize();
    if (!file.isEmpty() && !Files.exists(target)) {
      return false;
    }
    return at < 0
        || !anchors.containsKey(target)
        || anchors.get(target).contains(link.substring(at + 1));
  }

  /// The anchors that a forge makes of headings.
  private static Set<String> anchors(String text) {
    return HEADING
        .matcher(CODE.matcher(text).replaceAll(""))
        .results()
        .map((MatchResult heading) ->
            heading
                .group(1)
                .strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}_\\- ]", "")
                .replace(' ', '-'))
        .collect(Collectors.toSet());
  }
}
