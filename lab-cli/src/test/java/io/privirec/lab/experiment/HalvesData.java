package io.privirec.lab.experiment;

import io.privirec.lab.LabCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A small data set: users like items of their own half, and are tested on a fourth of them.
final class HalvesData {
  static final int USERS = 60;
  static final int ITEMS = 40;

  private HalvesData() {}

  private static void write(Path directory) throws IOException {
    Random random = new Random(3);
    StringBuilder train = new StringBuilder();
    StringBuilder test = new StringBuilder();
    for (int user = 0; user < USERS; user++) {
      int half = user % 2 * ITEMS / 2;
      int[] liked =
          IntStream.range(half, half + ITEMS / 2).filter(item -> random.nextInt(3) == 0).toArray();
      int own = user / 2;
      train.append(line(user, IntStream.of(liked).filter(item -> (item + own) % 4 != 0)));
      test.append(line(user, IntStream.of(liked).filter(item -> (item + own) % 4 == 0)));
    }
    Files.writeString(directory.resolve("train.txt"), train);
    Files.writeString(directory.resolve("test.txt"), test);
  }

  /** A command over the data, which is written to a directory. */
  static LabCommand command(Path directory, String name) throws IOException {
    write(directory);
    return new LabCommand(name, "--data=" + directory);
  }

  private static String line(int user, IntStream items) {
    String listed = items.mapToObj(Integer::toString).collect(Collectors.joining(" "));
    return (user + " " + listed).strip() + "\n";
  }
}
