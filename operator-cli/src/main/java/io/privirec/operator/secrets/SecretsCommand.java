package io.privirec.operator.secrets;

import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.operator.http.AdminToken;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.operator.roster.RosterKeyFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `privirec secrets`: the tokens, passwords and keys of a deployment on one machine, a file each.
///
/// A container gets single files of the directory and reads them as an account that the owner of
/// the directory does not know. So the files are for everybody, and the directory for its owner.
@Command(
    name = "secrets",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Makes admin tokens, passwords of databases and keys for services on one machine: a file each, in a"
          + " directory that only its owner can enter. docker/compose.yaml reads them.",
      "Exit status: 0 when they are made, 2 when the directory cannot be written or has any already."
    })
public final class SecretsCommand implements Callable<Integer> {
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ALONE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final Set<PosixFilePermission> READ_ONLY =
      PosixFilePermissions.fromString("r--r--r--");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "DIR", description = "Where they go: a new or an empty directory.")
  private Path directory = Path.of("");

  @Option(
      names = "--holder",
      paramLabel = "NAME",
      description = "A holder with a client-service. Default: shop-a, shop-b and shop-c.")
  private List<String> holders = List.of("shop-a", "shop-b", "shop-c");

  private final SecureRandom random = new SecureRandom();

  @Override
  public Integer call() {
    Map<String, String> secrets = secrets();
    try {
      Files.createDirectories(directory, OWNER_ALONE);
      Files.setPosixFilePermissions(directory, OWNER_ALONE.value());
      requireEmpty();
      for (Map.Entry<String, String> secret : secrets.entrySet()) {
        write(directory.resolve(secret.getKey()), secret.getValue());
      }
    } catch (IOException e) {
      throw new InvalidOptionException("cannot write " + e.getMessage());
    }
    PrintWriter out = spec.commandLine().getOut();
    out.printf("%s files in %s%n", secrets.size(), directory);
    out.flush();
    return 0;
  }

  private Map<String, String> secrets() {
    Map<String, String> secrets = new LinkedHashMap<>();
    keyPair(secrets, "coordinator");
    keyPair(secrets, "roster");
    secrets.put("postgres-password", word());
    Stream.concat(Stream.of("coordinator", "recommender"), holders.stream())
        .forEach(service -> {
          secrets.put(service + "-admin-token", word());
          secrets.put(service + "-database-password", word());
        });
    return secrets;
  }

  private void keyPair(Map<String, String> secrets, String name) {
    IdentityKeyPair pair = IdentityKeyPair.generate(random);
    secrets.put(name + "-private-key", RosterKeyFile.text(pair));
    secrets.put(name + "-public-key", pair.publicKey().base64Url());
  }

  /// 256 random bits.
  private String word() {
    return AdminToken.random(random).value();
  }

  private void requireEmpty() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      if (files.findAny().isPresent()) {
        throw new InvalidOptionException(directory + " is not empty; no key is overwritten");
      }
    }
  }

  private static void write(Path file, String secret) throws IOException {
    Files.writeString(file, secret, StandardCharsets.US_ASCII, StandardOpenOption.CREATE_NEW);
    Files.setPosixFilePermissions(file, READ_ONLY);
  }
}
