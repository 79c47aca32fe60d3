package io.privirec.lab.roster;

import io.privirec.crypto.signature.IdentityKeyPair;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `lab roster keygen`.
@Command(
    name = "keygen",
    mixinStandardHelpOptions = true,
    description =
        "Makes a roster key and prints its public half, which each holder sets as"
            + " privirec.client.roster-key.")
final class KeygenCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--key",
      required = true,
      paramLabel = "FILE",
      description = "Where the secret half goes: a new file that only its owner can read.")
  private Path file = Path.of("");

  @Override
  public Integer call() {
    IdentityKeyPair key = IdentityKeyPair.generate(new SecureRandom());
    try {
      RosterKeyFile.write(file, key);
    } catch (FileAlreadyExistsException e) {
      throw new ParameterException(
          spec.commandLine(), "--key: %s exists; a key is not overwritten".formatted(file), e);
    } catch (IOException e) {
      throw new ParameterException(spec.commandLine(), "--key: cannot write " + e.getMessage(), e);
    }
    spec.commandLine().getOut().println(key.publicKey());
    return 0;
  }
}
