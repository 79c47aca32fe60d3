package io.privirec.operator.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.operator.TriedCommand;
import io.privirec.operator.roster.RosterKeyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.InvalidKeyException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretsCommandTest {
  @TempDir private Path home;

  private final TriedCommand privirec = new TriedCommand("secrets");

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void secrets_ofThreeHolders_areAFileEachInADirectoryOfTheOwner() throws Exception {
    Path directory = home.resolve("secrets");
    privirec.succeeds(directory.toString());
    assertThat(names(directory))
        .containsExactly(
            "coordinator-admin-token",
            "coordinator-database-password",
            "coordinator-private-key",
            "coordinator-public-key",
            "postgres-password",
            "recommender-admin-token",
            "recommender-database-password",
            "roster-private-key",
            "roster-public-key",
            "shop-a-admin-token",
            "shop-a-database-password",
            "shop-b-admin-token",
            "shop-b-database-password",
            "shop-c-admin-token",
            "shop-c-database-password");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
        .isEqualTo("rwx------");
    for (String name : names(directory)) {
      assertThat(
              PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(name))))
          .isEqualTo("r--r--r--");
      assertThat(privirec.out()).doesNotContain(Files.readString(directory.resolve(name)));
    }
  }

  @Test
  void keys_publicHalf_belongsToThePrivateOne() throws IOException, InvalidKeyException {
    Path directory = home.resolve("secrets");
    privirec.succeeds(directory.toString());
    for (String name : List.of("coordinator", "roster")) {
      assertThat(PublicIdentityKey.parse(Files.readString(directory.resolve(name + "-public-key"))))
          .isEqualTo(RosterKeyFile.read(directory.resolve(name + "-private-key")).publicKey());
    }
  }

  @Test
  void words_areAllDifferent() throws IOException {
    Path directory = home.resolve("secrets");
    privirec.succeeds(directory.toString());
    List<String> all = names(directory);
    long different =
        all.stream()
            .map(name -> {
              try {
                return Files.readString(directory.resolve(name));
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            })
            .distinct()
            .count();
    assertThat(different).isEqualTo(all.size());
  }

  @Test
  void holders_areTheOnesThatAreNamed() throws IOException {
    privirec.succeeds("--holder=museum", home.resolve("secrets").toString());
    assertThat(names(home.resolve("secrets")))
        .contains("museum-admin-token")
        .doesNotContain("shop-a-admin-token");
  }

  @Test
  void directory_withFiles_isRefusedAndKept() throws IOException {
    Path kept = Files.writeString(home.resolve("kept"), "x");
    privirec.refuses("is not empty; no key is overwritten", home.toString());
    assertThat(names(home)).containsExactly("kept");
    assertThat(kept).hasContent("x");
  }
}
