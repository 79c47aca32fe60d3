package io.privirec.lab.roster;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.roster.SignedRoster;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A keeper at work: key, first roster, changes, and what goes wrong. */
class RosterCommandTest {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  @TempDir private Path directory;

  private int run(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return new CommandLine(new RosterCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  private static String someKey() {
    return IdentityKeyPair.generate(RANDOM).publicKey().base64Url();
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text).toString();
  }

  private String newKey(String name) {
    String file = directory.resolve(name).toString();
    assertThat(run("keygen", "--key", file)).as(err.toString()).isZero();
    return file;
  }

  private String sign(String... options) {
    String[] arguments = new String[options.length + 1];
    arguments[0] = "sign";
    System.arraycopy(options, 0, arguments, 1, options.length);
    assertThat(run(arguments)).as(err.toString()).isZero();
    return out.toString();
  }

  @Test
  void keygen_makesAKeyForItsOwnerOnlyAndNeverOverwrites() throws IOException {
    String key = newKey("keeper");
    String printed = out.toString().strip();

    assertThat(printed).hasSize(43);
    assertThat(Files.readString(Path.of(key))).doesNotContain(printed);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of(key))))
        .isEqualTo("rw-------");
    assertThat(run("keygen", "--key", key)).isEqualTo(2);
    assertThat(err.toString()).contains("a key is not overwritten");
  }

  @Test
  void sign_firstThenChanged_countsVersionsAndShowsTheDifference()
      throws IOException, GeneralSecurityException {
    String key = newKey("keeper");
    PublicIdentityKey publicKey = PublicIdentityKey.parse(out.toString().strip());
    String members =
        file("members", "# shops\n\nshop-b %s\nshop-a %s\n".formatted(someKey(), someKey()));

    String first = sign("--key", key, "--members", members);
    SignedRoster parsed = SignedRoster.parse(first);
    assertThat(parsed.isSignedBy(publicKey)).isTrue();
    assertThat(parsed.roster().version()).isEqualTo(1);
    assertThat(parsed.roster().members())
        .extracting(member -> member.id().value())
        .containsExactly("shop-a", "shop-b");

    String before = file("first", first);
    String added = someKey();
    String changed = someKey();
    String second =
        sign(
            "--key",
            key,
            "--from",
            before,
            "--add",
            "shop-c=" + added,
            "--remove",
            "shop-a",
            "--remove",
            "shop-b",
            "--add",
            "shop-b=" + changed);
    assertThat(SignedRoster.parse(second).roster().version()).isEqualTo(2);

    String after = file("second", second);
    assertThat(run("show", "--public-key", publicKey.base64Url(), after, "--since", before))
        .isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            "version 2, 2 participants, signed by this key",
            "- shop-a " + parsed.roster().members().get(0).identityKey(),
            "- shop-b " + parsed.roster().members().get(1).identityKey(),
            "+ shop-b " + changed,
            "+ shop-c " + added);
    assertThat(run("show", "--public-key", publicKey.base64Url(), before)).isZero();
    assertThat(out.toString()).contains("  shop-a ", "  shop-b ");
  }

  @Test
  void show_rosterOfAnotherKey_saysSoAndFails() throws IOException {
    String key = newKey("keeper");
    String roster = file("roster", sign("--key", key, "--add", "shop-a=" + someKey()));

    assertThat(run("show", "--public-key", someKey(), roster)).isEqualTo(1);
    assertThat(out.toString()).contains("NOT signed by this key");
  }

  @Test
  void sign_whatCannotBeUsed_isRefusedWithTheReason() throws IOException {
    String key = newKey("keeper");
    String other = newKey("other");
    String roster = file("roster", sign("--key", key, "--add", "shop-a=" + someKey()));

    refused("is not signed by this key", "sign", "--key", other, "--from", roster);
    refused("above 1", "sign", "--key", key, "--from", roster, "--roster-version", "1");
    refused("shop-x is not on", "sign", "--key", key, "--from", roster, "--remove", "shop-x");
    refused(
        "there already", "sign", "--key", key, "--from", roster, "--add", "shop-a=" + someKey());
    refused("expected id=key", "sign", "--key", key, "--add", "shop-a");
    refused("members of a roster", "sign", "--key", key);
    refused(
        "members:2: ", "sign", "--key", key, "--members", file("members", "# shops\nshop-a no\n"));
    refused("holds no roster key", "sign", "--key", roster, "--add", "a=" + someKey());
    refused("cannot read", "sign", "--key", directory.resolve("none").toString());
    refused("line 1", "show", "--public-key", someKey(), key + "x");
  }

  private void refused(String because, String... arguments) throws IOException {
    file("keeperx", "not a roster\n\n\n\n\n");
    assertThat(run(arguments)).as(String.join(" ", arguments)).isEqualTo(2);
    assertThat(err.toString()).contains(because);
  }
}
