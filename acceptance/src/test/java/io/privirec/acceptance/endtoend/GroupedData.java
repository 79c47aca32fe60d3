package io.privirec.acceptance.endtoend;

import io.privirec.filter.random.CounterRandom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/** A made-up data file in which users of the same group like the same items. */
final class GroupedData {
  private static final int GROUPS = 6;

  private GroupedData() {}

  /** Writes {@code user,item} lines, 20 for each user. */
  static Path write(Path file, int users, int items) throws IOException {
    StringBuilder csv = new StringBuilder("user,item\n");
    for (int user = 0; user < users; user++) {
      Set<Integer> liked = new TreeSet<>();
      for (int n = 0; liked.size() < 20; n++) {
        int item = CounterRandom.below(user, n, items);
        if (item % GROUPS == user % GROUPS || n % 5 == 0) {
          liked.add(item);
        }
      }
      for (int item : liked) {
        csv.append("user-%03d,item-%05d%n".formatted(user, item));
      }
    }
    return Files.writeString(file, csv);
  }
}
