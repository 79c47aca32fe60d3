package io.privirec.prose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinksTest {
  private static final Path ROOT = Path.of("..");

  @Test
  void links_ofEveryPage_leadSomewhere() throws IOException {
    Map<Path, String> pages = new TreeMap<>();
    for (String file : Tree.read(ROOT).keySet()) {
      if (file.endsWith(".md")) {
        pages.put(ROOT.resolve(file), Files.readString(ROOT.resolve(file)));
      }
    }

    assertThat(pages).hasSizeGreaterThan(50);
    assertThat(Links.broken(pages)).isEmpty();
  }

  @Test
  void linkThatLeadsNowhere_isFound(@TempDir Path directory) throws IOException {
    Path page = Files.writeString(directory.resolve("a.md"), "");
    Path other = Files.writeString(directory.resolve("b.md"), "");
    String text =
        """
        # The `first` heading, of two
        [good](#the-first-heading-of-two) [good](b.md#there) [bad](b.md#here) [bad](c.md)
        ```
        [code](d.md)
        ```
        """;

    assertThat(Links.broken(Map.of(page, text, other, "## There\n")))
        .containsExactly(page + ": b.md#here", page + ": c.md");
  }
}
