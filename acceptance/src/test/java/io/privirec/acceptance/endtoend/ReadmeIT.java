package io.privirec.acceptance.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.privirec.stage.process.FreePorts;
import io.privirec.stage.process.Ports;
import io.privirec.stage.process.ServiceJars;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every {@code bash} block of the README, copied into one shell that stops at the first error, in a
 * clean clone of the last commit. In the long form the clone builds itself. Else the clone has the
 * jars of this build, and leaves out the runs that end by themselves, which {@link SmallSessionIT}
 * tests. The run that serves goes the same way.
 */
class ReadmeIT {
  private static final Pattern BASH_BLOCK =
      Pattern.compile("^```bash\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern NAMED_SCRIPT = Pattern.compile("\\./(run|test|\\.ci/run)\\b");
  private static final List<String> MODULES =
      List.of(
          "coordinator-service",
          "client-service",
          "recommender-service",
          "operator-cli",
          "lab-cli",
          "acceptance");
  private static final boolean IS_LONG = Boolean.getBoolean("tests.long");
  private static final int README_PORTS = 7800;
  private static final long MINUTES = 12;

  private final Path root = ServiceJars.ofThisTree().home();
  @TempDir private Path directory;

  private static List<String> bashBlocks(String readme) {
    List<String> blocks = new ArrayList<>();
    Matcher block = BASH_BLOCK.matcher(readme);
    while (block.find()) {
      blocks.add(block.group(1));
    }
    return blocks;
  }

  private static boolean endsByItself(String block) {
    return block.startsWith("./run --once ");
  }

  private int shell(Path in, Path output, String... command)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(in.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    String fastStart = System.getProperty("lab.fast-start");
    if (!IS_LONG && fastStart != null) {
      builder.environment().put("JDK_JAVA_OPTIONS", "-Dlab.fast-start=" + fastStart);
    }
    LabRun.withDatabasesOfItsOwn(builder);
    Process process = builder.start();
    if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
    }
    return process.waitFor();
  }

  @Test
  void scripts_namedInTheReadme_areThereAndExecutable() throws IOException {
    Matcher script = NAMED_SCRIPT.matcher(Files.readString(root.resolve("README.md")));
    List<String> named = script.results().map(match -> match.group(1)).distinct().toList();
    assertThat(named).contains("run", "test");
    assertThat(named).allSatisfy(name -> assertThat(root.resolve(name)).isExecutable());
  }

  @Test
  void bashBlocks_inACleanClone_work() throws Exception {
    assumeThat(root.resolve(".git")).as("a clone needs a repository").exists();
    Path clone = directory.resolve("clone");
    Path output = directory.resolve("output");
    assertThat(shell(directory, output, "git", "clone", "-q", root.toString(), clone.toString()))
        .as(Files.readString(output))
        .isZero();
    if (!IS_LONG) {
      copyBuild(clone);
    }
    List<String> blocks = bashBlocks(Files.readString(clone.resolve("README.md")));
    assertThat(blocks).noneMatch(block -> block.contains("./test"));
    assertThat(blocks).filteredOn(ReadmeIT::endsByItself).hasSize(2);
    if (!IS_LONG) {
      blocks.removeIf(ReadmeIT::endsByItself);
    }
    Path script = Files.writeString(directory.resolve("readme.sh"), onFreePorts(blocks));
    int status = shell(clone, output, "bash", "-euxo", "pipefail", script.toString());
    assertThat(status).as(Files.readString(output)).isZero();
    String lab = "./lab nope 2>&1 | cat; exit ${PIPESTATUS[0]}";
    assertThat(shell(clone, output, "bash", "-c", lab)).isEqualTo(2);
    assertThat(output)
        .content()
        .contains("Unmatched argument at index 0: 'nope'", "See ./lab --help.")
        .doesNotContain("incubator");
  }

  /** As the scripts leave a build: jars, and a stamp that is newer than every source. */
  private void copyBuild(Path clone) throws IOException {
    for (String module : MODULES) {
      Path target = Files.createDirectories(clone.resolve(module).resolve("target"));
      try (DirectoryStream<Path> jars =
          Files.newDirectoryStream(root.resolve(module).resolve("target"), module + "-*.jar")) {
        for (Path jar : jars) {
          Files.createSymbolicLink(target.resolve(jar.getFileName()), jar);
        }
      }
    }
    Files.createFile(Files.createDirectories(clone.resolve("target")).resolve("built"));
  }

  /** The README's own ports if they are free; else others in their place. */
  private static String onFreePorts(List<String> blocks) {
    String text = String.join("\n", blocks);
    if (Ports.firstTaken(README_PORTS, 3).isEmpty()) {
      return text;
    }
    int base = FreePorts.base(3);
    for (int n = 2; n >= 0; n--) {
      text = text.replace(String.valueOf(README_PORTS + n), String.valueOf(base + n));
    }
    return "export PRIVIREC_PORT_BASE=%d%n%s".formatted(base, text);
  }
}
