package io.privirec.serving.catalogue;

import io.privirec.filter.ranking.Popularity;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// Finds items of a catalogue by words of their titles: a scan over all of them, in order of
/// popularity. Immutable.
public final class CatalogueSearch {
  private static final Pattern ACCENTS = Pattern.compile("\\p{M}+");
  private static final Pattern SPACE = Pattern.compile("\\s+");

  private final int[] items;
  private final String[] titles;

  public CatalogueSearch(CatalogueIndex catalogue, Popularity popularity) {
    items = popularity.excluding(catalogue.size(), new int[0]);
    titles =
        Arrays.stream(items)
            .mapToObj(item -> {
              String title = catalogue.title(item);
              return plain(title == null ? catalogue.id(item) : title);
            })
            .toArray(String[]::new);
  }

  /// Indices of items with all of the words, the most popular first.
  ///
  /// @return none when there are no words
  public IntStream find(String words, int limit) {
    String[] wanted = SPACE.split(plain(words).strip());
    if (wanted[0].isEmpty()) {
      return IntStream.empty();
    }
    return IntStream.range(0, items.length)
        .filter(n -> Arrays.stream(wanted).allMatch(titles[n]::contains))
        .limit(limit)
        .map(n -> items[n]);
  }

  /// Without accents, in lower case.
  private static String plain(String text) {
    return ACCENTS
        .matcher(Normalizer.normalize(text, Normalizer.Form.NFKD))
        .replaceAll("")
        .toLowerCase(Locale.ROOT);
  }
}
