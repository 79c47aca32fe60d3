package io.privirec.lab;

import java.util.Random;

/** Ratings of two tastes: users like the items of their own half, and rate about half of all. */
public final class RatedData {
  private RatedData() {}

  public static String csv(int users, int items) {
    Random random = new Random(5);
    StringBuilder csv = new StringBuilder("user,item,rating\n");
    for (int user = 0; user < users; user++) {
      for (int item = 0; item < items; item++) {
        if (random.nextBoolean()) {
          int rating = ((user ^ item) & 1) == 0 ? 4 + random.nextInt(2) : 1 + random.nextInt(2);
          csv.append("u%03d,i%03d,%d%n".formatted(user, item, rating));
        }
      }
    }
    return csv.toString();
  }
}
