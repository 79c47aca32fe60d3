package io.privirec.operator.roster;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.operator.TriedCommand;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.DepartureClause;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.SignedRoster;
import io.privirec.secagg.roster.Waiver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A keeper at work: key, first roster, changes, and what goes wrong. */
class RosterCommandTest {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final TriedCommand privirec = new TriedCommand("roster");
  private final Map<String, IdentityKeyPair> holders = new TreeMap<>();
  @TempDir private Path directory;
  private String key = "";
  private PublicIdentityKey publicKey = IdentityKeyPair.generate(RANDOM).publicKey();

  @BeforeEach
  void makeKey() throws GeneralSecurityException {
    key = newKey("keeper");
    publicKey = PublicIdentityKey.parse(privirec.out().strip());
  }

  private static String someKey() {
    return IdentityKeyPair.generate(RANDOM).publicKey().base64Url();
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text).toString();
  }

  private String newKey(String name) {
    String file = directory.resolve(name).toString();
    privirec.succeeds("keygen", "--key", file);
    return file;
  }

  /** A file of shops, as their holders show themselves. */
  private String members(String... names) throws IOException {
    StringBuilder lines = new StringBuilder("# shops\n\n");
    for (String name : names) {
      IdentityKeyPair identity = IdentityKeyPair.generate(RANDOM);
      holders.put(name, identity);
      lines.append(name).append(' ').append(identity.publicKey()).append('\n');
    }
    return file("members-" + String.join("", names), lines.toString());
  }

  private static String[] signing(String key, String... options) {
    List<String> arguments = new ArrayList<>(List.of("sign", "--key", key));
    arguments.addAll(Arrays.asList(options));
    return arguments.toArray(new String[0]);
  }

  private String sign(String name, String... options) throws IOException {
    privirec.succeeds(signing(key, options));
    return file(name, privirec.out());
  }

  private Roster roster(String file) throws IOException, GeneralSecurityException {
    SignedRoster signed = SignedRoster.parse(Files.readString(Path.of(file)));
    assertThat(signed.isSignedBy(publicKey)).isTrue();
    return signed.roster();
  }

  private String waiver(String signer, String... atom) {
    List<ParticipantId> ids = Arrays.stream(atom).map(ParticipantId::new).toList();
    IdentityKeyPair identity = holders.get(signer);
    return Waiver.sign(publicKey, ids, new ParticipantId(signer), identity).text() + "\n";
  }

  private String departure(String signer) {
    IdentityKeyPair identity = holders.get(signer);
    return DepartureClause.sign(publicKey, new ParticipantId(signer), identity).text() + "\n";
  }

  @Test
  void keygen_makesAKeyForItsOwnerOnlyAndNeverOverwrites() throws IOException {
    String printed = publicKey.base64Url();
    assertThat(Files.readString(Path.of(key))).doesNotContain(printed);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of(key))))
        .isEqualTo("rw-------");
    privirec.refuses("a key is not overwritten", "keygen", "--key", key);
  }

  @Test
  void sign_first_isOneCellOfEverybody() throws IOException, GeneralSecurityException {
    Roster roster = roster(sign("first", "--members", members("b", "a", "c", "d"), "--min", "4"));
    assertThat(roster.version()).isEqualTo(1);
    assertThat(roster.members())
        .extracting(member -> member.id().value())
        .containsExactly("a", "b", "c", "d");
    assertThat(roster.currentCells()).hasSize(1);
    assertThat(roster.currentCells().getFirst().minimum()).isEqualTo(4);
    assertThat(privirec.err()).isEmpty();
  }

  @Test
  void sign_newcomers_areACellOfTheirOwnAndAreShown() throws IOException, GeneralSecurityException {
    String first = sign("first", "--members", members("a", "b", "c"));
    String more = members("d", "e", "f");
    String second = sign("second", "--from", first, "--members", more, "--cell", "2=d,e,f");
    assertThat(roster(second).version()).isEqualTo(2);
    assertThat(roster(second).currentCells()).hasSize(2);

    privirec.succeeds("show", "--public-key=" + publicKey, second, "--since", first);
    assertThat(privirec.out().lines())
        .containsExactly(
            "version 2, 6 participants, 2 current cells, signed by this key",
            "+ cell 2 min 3",
            "+ member d " + holders.get("d").publicKey() + " d 2",
            "+ member e " + holders.get("e").publicKey() + " e 2",
            "+ member f " + holders.get("f").publicKey() + " f 2");
    privirec.succeeds("show", "--public-key=" + publicKey, first);
    assertThat(privirec.out()).contains("  cell 1 min 3", "  member a ");
    privirec.succeeds("check", "--public-key=" + publicKey, second, "--since", first);
    assertThat(privirec.out()).isEqualTo("version 2 is fit\n");
  }

  @Test
  void sign_leaver_saysWhoWouldHaveToSignAndTakesTheSignatures()
      throws IOException, GeneralSecurityException {
    String first = sign("first", "--members", members("a", "b", "c", "d", "e"));
    String[] change = {"--from", first, "--cell", "2=a,b,c"};
    assertThat(privirec.run(signing(key, change))).isEqualTo(1);
    assertThat(privirec.out()).isEmpty();
    assertThat(privirec.err()).contains("d,e would be told apart", "lacks the signature of d,e");

    String waivers = file("waivers", "# by mail\n" + waiver("d", "d", "e") + departure("e"));
    String second = sign("second", "--from", first, "--cell", "2=a,b,c", "--waivers", waivers);
    assertThat(roster(second).cells()).hasSize(2);
    assertThat(roster(second).currentCells()).hasSize(1);
    assertThat(privirec.err()).isEmpty();

    String third = sign("third", "--from", second, "--waivers", waivers);
    assertThat(roster(third).waivers()).hasSize(1);
    assertThat(roster(third).departures()).hasSize(1);
  }

  @Test
  void sign_splitCell_saysThatTheFirstSessionHasAllOfIt() throws IOException {
    String first = sign("first", "--members", members("a", "b", "c", "d", "e", "f"));
    sign("second", "--from", first, "--cell", "2=a,b,c", "--cell", "3=d,e,f");
    assertThat(privirec.err())
        .contains("the first session with cell 2 needs d, e, f too")
        .contains("the first session with cell 3 needs a, b, c too");
  }

  @Test
  void sign_droppedRetiredAndRenamed_isTheNextRoster()
      throws IOException, GeneralSecurityException {
    String first = sign("first", "--members", members("a", "b", "c"));
    String slip =
        sign("slip", "--from", first, "--members", members("x", "y", "z"), "--cell", "2=x,y,z");
    String next =
        sign("next", "--from", slip, "--drop", "2", "--retire", "1", "--rename", "a=new-a");
    assertThat(privirec.err()).contains("in no cell yet: x, y, z");
    Roster roster = roster(next);
    assertThat(roster.currentCells()).isEmpty();
    assertThat(roster.cells()).hasSize(1);
    assertThat(roster.idToday(new ParticipantId("a"))).isEqualTo(new ParticipantId("new-a"));
    assertThat(privirec.run("check", "--public-key", publicKey.base64Url(), next, "--since", slip))
        .isEqualTo(1);
    assertThat(privirec.out()).contains("joined a round over cell 2 of x,y,z", "do not use it");
  }

  @Test
  void check_rosterThatMovesAKeyToAnotherName_fails() throws IOException, GeneralSecurityException {
    String first = sign("first", "--members", members("a", "b", "c"));
    String second = sign("second", "--from", first, "--members", members("x"));
    Roster roster = roster(second);
    List<String> arguments = new ArrayList<>(List.of("--roster-version=3", "--cell=1=a,b,c"));
    for (String name : List.of("a", "b", "c", "x")) {
      arguments.add(
          "--add=%s=%s"
              .formatted(
                  name.equals("x") ? "w" : name,
                  roster.keyOf(new ParticipantId(name)).orElseThrow()));
    }
    String moved = sign("moved", arguments.toArray(String[]::new));

    assertThat(
            privirec.run("check", "--public-key", publicKey.base64Url(), moved, "--since", second))
        .isEqualTo(1);
    assertThat(privirec.out()).contains("lists the key of w as the key of x", "do not use it");
  }

  @Test
  void sign_addresses_areKeptChangedAndTaken() throws IOException, GeneralSecurityException {
    String first =
        sign(
            "first",
            "--members",
            members("a", "b", "c"),
            "--address=a=https://peers.a.example",
            "--address=b=http://10.0.0.7:8090/x");
    assertThat(addresses(first))
        .containsExactly("a https://peers.a.example", "b http://10.0.0.7:8090/x");
    String second =
        sign("second", "--from", first, "--rename", "a=z", "--address=b=", "--address=c=http://c");
    assertThat(addresses(second)).containsExactly("c http://c", "z https://peers.a.example");
    privirec.succeeds("check", "--public-key=" + publicKey, second, "--since", first);
    privirec.succeeds("show", "--public-key=" + publicKey, second, "--since", first);
    assertThat(privirec.out())
        .contains(
            "- member b " + holders.get("b").publicKey() + " b 1 at http://10.0.0.7:8090/x",
            "+ member b " + holders.get("b").publicKey() + " b 1\n");
  }

  private List<String> addresses(String file) throws IOException, GeneralSecurityException {
    return roster(file).members().stream()
        .flatMap(member -> member.address().stream().map(address -> member.id() + " " + address))
        .toList();
  }

  @Test
  void explain_roster_saysWhoWouldHaveToSign() throws IOException {
    String first = sign("first", "--members", members("a", "b", "c", "d"));
    privirec.succeeds("explain", "--public-key=" + publicKey, first);
    assertThat(privirec.out())
        .contains(
            "Version 1; participants: 4, holders: 4, current cells: 1, former cells: 0.",
            "cell 1, minimum 3: a, b, c, d",
            "a, b, c, d: in cells 1; holders: 4, minimum: 3, enough",
            "If one of a, b, c, d leaves, it signs; the others stay enough.");
    String waivers = file("waivers", waiver("d", "d"));
    String second = sign("second", "--from", first, "--cell", "2=a,b,c", "--waivers", waivers);
    privirec.succeeds("explain", "--public-key=" + publicKey, second);
    assertThat(privirec.out())
        .contains(
            "former cell 1, minimum 3: a, b, c, d",
            "d: in cells 1; holders: 1, minimum: 3, all have signed",
            "Fewest holders: 1.",
            "If one of a, b, c leaves, it signs; the others are too few then, and sign as well.");
    assertThat(privirec.run("explain", "--public-key", someKey(), second)).isEqualTo(1);
    assertThat(privirec.out()).contains("NOT signed by this key", "too few: d would have to sign");
  }

  @Test
  void show_rosterOfAnotherKey_saysSoAndFails() throws IOException {
    String roster = sign("first", "--members", members("a", "b", "c"));
    assertThat(privirec.run("show", "--public-key", someKey(), roster)).isEqualTo(1);
    assertThat(privirec.out()).contains("NOT signed by this key");
    assertThat(privirec.run("check", "--public-key", someKey(), roster)).isEqualTo(1);
    assertThat(privirec.out()).contains("not signed by the roster key");
  }

  @Test
  void sign_whatCannotBeUsed_isRefusedWithTheReason() throws IOException {
    String other = newKey("other");
    String roster = sign("first", "--members", members("a", "b", "c"));

    privirec.refuses("is not signed by this key", signing(other, "--from", roster));
    privirec.refuses("above 1", signing(key, "--from", roster, "--roster-version", "1"));
    privirec.refuses(
        "cell 1 is there already", signing(key, "--from", roster, "--cell", "1=a,b,c"));
    privirec.refuses("x of cell 2 is not on", signing(key, "--from", roster, "--cell", "2=a,b,x"));
    privirec.refuses("at least 3 holders", signing(key, "--from", roster, "--cell", "2=a,b"));
    privirec.refuses(
        "must be in [3,", signing(key, "--from", roster, "--cell", "2=a,b,c", "--min", "2"));
    privirec.refuses("a number must be", signing(key, "--from", roster, "--cell", "x=a,b"));
    privirec.refuses("expected N=ID", signing(key, "--from", roster, "--cell", "2"));
    privirec.refuses("cell 7 is not on", signing(key, "--from", roster, "--retire", "7"));
    privirec.refuses("cell 7 is not on", signing(key, "--from", roster, "--drop", "7"));
    privirec.refuses("x is not on", signing(key, "--from", roster, "--rename", "x=y"));
    privirec.refuses("b is there already", signing(key, "--from", roster, "--rename", "a=b"));
    privirec.refuses("there already", signing(key, "--from", roster, "--add", "a=" + someKey()));
    privirec.refuses("expected ID=URL", signing(key, "--from", roster, "--address", "a"));
    privirec.refuses("x is not on", signing(key, "--from", roster, "--address", "x=http://x"));
    privirec.refuses(
        "an address must be", signing(key, "--from", roster, "--address", "a=ftp://a"));
    privirec.refuses(
        "Illegal character", signing(key, "--from", roster, "--address", "a=http://a b"));
    privirec.refuses("expected ID=KEY", signing(key, "--add", "shop-a"));
    privirec.refuses("cell 1 has no members", signing(key));
    String bad = file("bad", "# shops\nshop-a no\n");
    privirec.refuses("bad:2: ", signing(key, "--members", bad));
    privirec.refuses("bad:2: ", signing(key, "--from", roster, "--waivers", bad));
    privirec.refuses("holds no roster key", signing(roster, "--add", "a=" + someKey()));
    privirec.refuses("cannot read", signing(directory.resolve("none").toString()));
    String v1 = file("v1", "privirec-roster v1\nversion 1\n");
    privirec.refuses("line 1: a v1 roster names no cells", "show", "--public-key", someKey(), v1);
    privirec.refuses("--public-key: ", "explain", "--public-key", "none", roster);
  }
}
