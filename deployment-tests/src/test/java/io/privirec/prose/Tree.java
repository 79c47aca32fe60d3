package io.privirec.prose;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// The Markdown pages and Java files of a directory.
final class Tree {
  private static final Set<String> SKIPPED = Set.of("target", "node_modules", ".git");

  private Tree() {}

  /// Reads all pages and Java files below the root, by their path from it. Skips build directories
  /// and other repositories.
  static SortedMap<String, Prose> read(Path root) throws IOException {
    SortedMap<String, Prose> files = new TreeMap<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            boolean skips =
                SKIPPED.contains(directory.getFileName().toString())
                    || (!directory.equals(root) && Files.exists(directory.resolve(".git")));
            return skips ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            String path = root.relativize(file).toString().replace('\\', '/');
            if (path.endsWith(".md")) {
              files.put(path, Prose.ofMarkdown(Files.readString(file)));
            } else if (path.endsWith(".java")) {
              files.put(path, Prose.ofJava(Files.readString(file)));
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }
}
