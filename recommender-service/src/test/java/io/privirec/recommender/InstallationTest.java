package io.privirec.recommender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Replicas share a database, and each has a directory of its own.
class InstallationTest {
  @RegisterExtension final RunningRecommender service = RunningRecommender.notStarted();

  @Test
  void start_withANewDirectory_bindsIt_andWithThatOfAnotherInstallationEnds() throws Exception {
    service.start();
    Path file = service.data().resolve("installation");
    String id = Files.readString(file);
    service.stop();

    Files.delete(file);
    service.start();
    assertThat(Files.readString(file)).isEqualTo(id);
    service.stop();

    Files.writeString(file, "0011223344556677\n");
    assertThatThrownBy(service::start)
        .rootCause()
        .hasMessageStartingWith("installation-mismatch")
        .hasMessageContaining("is of installation " + id.strip())
        .hasMessageContaining("is of installation 0011223344556677");

    Files.writeString(file, id);
    service.loseDatabase();
    assertThatThrownBy(service::start)
        .rootCause()
        .hasMessageStartingWith("installation-mismatch")
        .hasMessageContaining("is of no installation")
        .hasMessageContaining(service.data() + " is of installation " + id.strip());
  }
}
