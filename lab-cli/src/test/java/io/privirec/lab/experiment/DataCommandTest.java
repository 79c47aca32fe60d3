package io.privirec.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.lab.LabCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
}
