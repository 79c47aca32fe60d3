package io.privirec.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.lab.LabCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class DataCommandTest {
  private final LabCommand data = new LabCommand("data");
  @TempDir private Path directory;

  @Test
  void data_ofAnExport_printsWhatWasRead() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("visits.csv"),
            """
            timestamp,visitorid,event,itemid,transactionid
            1433221332117,ann,view,p1,
            1433221332117,ann,view,p2,
            1433221332117,ann,view,p3,
            1433221332117,ann,view,p4,
            1433221332117,ann,view,p5,
            1433221332118,ben,view,p1,
            1433221332119,ben,view,p1,
            """);
    JsonNode summary = data.report("--data=" + file);
    assertThat(summary.get("users").intValue()).isEqualTo(2);
    assertThat(summary.get("items").intValue()).isEqualTo(5);
    assertThat(summary.get("interactions").longValue()).isEqualTo(6);
    assertThat(summary.get("train").longValue()).isEqualTo(5);
    assertThat(summary.get("test").longValue()).isEqualTo(1);
    assertThat(summary.get("duplicates").longValue()).isEqualTo(1);
    assertThat(data.out()).contains("visits", "5 for training, 1 held out");
  }

  @Test
  void data_thatNothingIsHeldOutOf_isReadHere_andRefusedWithNumbersElsewhere() throws IOException {
    Path file = Files.writeString(directory.resolve("few.csv"), "user,item\nann,a\nben,b\ncat,a\n");
    data.succeeds("--data=" + file);
    String numbers = "3 interactions of 3 users and 2 items were read";
    new LabCommand("evaluate").refuses(numbers, "--model=popularity", "--data=" + file);
    new LabCommand("run", "--once", "--participants=3").refuses(numbers, "--data=" + file);
  }

  /// Java reads names of files and arguments by the locale, and `POSIX` has ASCII alone. The script
  /// of `./lab` and `./run` sets a locale of UTF-8.
  @ParameterizedTest
  @ValueSource(strings = {"C", "POSIX"})
  void data_underAPosixLocale_readsAFileOfAnyName(String locale)
      throws IOException, InterruptedException {
    String script =
        """
        root=$1; file=$'J\\xc3\\xbcrgen.csv'
        printf 'ann,i1\\nann,i2\\n' > "$file"
        . "$root/.mvn/toolchain.sh"
        exec "$2" --add-modules jdk.incubator.vector -cp "$3" io.privirec.lab.Lab data --data "$file"
        """;
    ProcessBuilder lab =
        new ProcessBuilder(
                "bash",
                "-ec",
                script,
                "lab",
                Path.of("..").toRealPath().toString(),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                System.getProperty("java.class.path"))
            .directory(directory.toFile())
            .redirectErrorStream(true);
    lab.environment().put("LC_ALL", locale);
    Process process = lab.start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    assertThat(text).contains("J\u00fcrgen").containsPattern("interactions +2");
  }
}
