package io.privirec.secagg.roster;

import static io.privirec.secagg.roster.Rosters.KEEPER;
import static io.privirec.secagg.roster.Rosters.address;
import static io.privirec.secagg.roster.Rosters.cell;
import static io.privirec.secagg.roster.Rosters.departure;
import static io.privirec.secagg.roster.Rosters.former;
import static io.privirec.secagg.roster.Rosters.id;
import static io.privirec.secagg.roster.Rosters.ids;
import static io.privirec.secagg.roster.Rosters.line;
import static io.privirec.secagg.roster.Rosters.waiver;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.Hex;
import io.privirec.crypto.SeededRandom;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SignedRosterTest {
  private static final String TEXT =
      """
      privirec-roster v2
      version 7
      former-cell 1 min 3
      cell 2 min 3
      member anna T7iMYagKctb0dJf_sq9oltN9Uxna447iWr5w4M3InD4 anna 1,2
      member bert-2 YzUDPy7xrsZbE8BFHyOVoHVEztM4zujg6hV6_Mnc8YM shop-b 1,2 formerly bert,robert
      member carl VOiH1ybTl5v-JMl5BV2T8AQ7YiC0UWEXd7WqJat51IM shop-c 1,2
      member dora qZVhjABMNLXKWmV0oRKi5cqhfuh9oX5tCVLmPVT3_OQ dora 1
      member emil _9RXkN8py6ew3NA1RSTpLdLRvSmBoBx28JZ7KwsLG40 emil 1
      member new m65Mo0TN_ED6hnVNhtcqItkF7is8rBEdLVrotNXKf_U new -
      waiver bert bert iMB6dyHqrKb6iQICaQXmabRN76bG5b4Lry5jpm8obJYEYJk55xXykn4A6z1L4Aj9Xh0cwNPXNdyJTJSFTuC1Cg
      waiver dora dora,emil Z1Icxt0a-8gM0cx3gnlOgFRWh_sfJgi9IAryG3xJSiBwGkLV_mkwM0eH2mKagp7g3KosEIFaanv8MXGSy4msCA
      waiver emil dora,emil Qw33SCSQ_DGYkRO25Ax2PjJtsgB6Hlqi72teWhVwAU2xh2kSoQAqUD1JcikF3uR8ABpd39wEwdv7MghPXH_oBw
      departure bert UGTAtX1b2bThqNPAkUZCTRsyOw5ZPEhMaDbx0YpGWtlvbtiieQNFMaDT0qK5YJmW_ruGbM9Dh4OkhYk-6_z_BQ
      departure new yCBLxen2evBTMzc_vMOmO3EUYWS9EP_Opka83B3xpDzmti94UJGnp75oBsXA--S85nM0SuvLqoaVFAmdK5AECQ
      signature WlF_A2iRum8EQ1NCKSz5QYOdwqJA4HNWkGVkQd2D_eeParZDJaSHugkBBvM_xVPqamQGX0k36wmGUUXzcWu_BA
      """;

  /// The example of docs/protocol.md: keys are those of RFC 8032 §7.1, the keeper's the first.
  private static final String DOCUMENTED =
      """
      privirec-roster v2
      version 3
      former-cell 1 min 3
      cell 2 min 3
      member anna PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw anna 1,2
      member bert-2 _FHNjmIYoaONpH7QAjDwWAgW7RO6MwOsXeuRFUiQgCU bert 1,2 formerly bert
      member carl J4EX_BRMcjQPZ9DyMW6Dhs7_vyskKMnFH-98WX8dQm4 carl 1,2 at https://peers.carl.example
      member dora 7Bcrk61eVjv0kyxw4SRQNMNUZ-8u_U1k6_gZaDRn4r8 dora 1
      waiver dora dora y1zDQca1lJIuthMpeHgsIRaVChMguhKDQL7Zb1Frbvn6d5MZCsF6RzCEOhVWcZl5y4JQVpziMB2qtgMlCBh8DA
      departure anna MWD245EupAbXng9fMzya_xEMxgDkAaVX9ie9rgga1aS60lyBAyy_DwNXJjkA8agmHKFboj7Gbm39rUu8mVDKCw
      signature LHHj3bK8Ty4wzehUhIHSlmpLdEg0p7oDlIqk9PQpGyQh347OYcWg6jCdxUokiNMNJiq3pbCRe2ySEHYdIEWIDg
      """;

  private static Roster known() {
    List<RosterMember> members =
        List.of(
            line("anna"),
            new RosterMember(
                id("bert-2"),
                Rosters.key("bert").publicKey(),
                new Holder("shop-b"),
                ids("bert,robert")),
            line("carl", "shop-c"),
            line("dora"),
            line("emil"),
            line("new"));
    return new Roster(
        7,
        List.of(cell(2, "anna,bert-2,carl"), former(1, "anna,bert-2,carl,dora,emil")),
        members,
        List.of(waiver("dora,emil", "emil"), waiver("dora,emil", "dora"), waiver("bert", "bert")),
        List.of(departure("new"), departure("bert")));
  }

  @Test
  void text_ofAKnownRoster_isFrozen() throws GeneralSecurityException {
    SignedRoster signed = SignedRoster.sign(known(), KEEPER);
    assertThat(signed.text()).isEqualTo(TEXT);
    assertThat(SignedRoster.parse(TEXT)).isEqualTo(signed);
    assertThat(signed.roster().digest().hex())
        .isEqualTo("c224fe35bd7eba155a5158b5f116cf562c3f3c3ae6495577aa602ec376bdc51a");
  }

  @Test
  void text_withAddresses_isFrozen() throws GeneralSecurityException {
    SignedRoster signed = addressed();
    assertThat(signed.text().lines())
        .contains(
            "member anna T7iMYagKctb0dJf_sq9oltN9Uxna447iWr5w4M3InD4 anna 1,2 at"
                + " http://127.0.0.1:7813",
            "member bert-2 YzUDPy7xrsZbE8BFHyOVoHVEztM4zujg6hV6_Mnc8YM shop-b 1,2 formerly"
                + " bert,robert at https://shop-b.example/peers");
    assertThat(SignedRoster.parse(signed.text())).isEqualTo(signed);
    assertThat(signed.roster().digest().hex())
        .isEqualTo("dc5443da019c9de726648b92fb7e12f51c82a1447df92b812bf2ec8ed6a49e7c");
  }

  /// The known roster, in which two participants have addresses.
  private static SignedRoster addressed() {
    Roster known = known();
    List<RosterMember> members =
        known.members().stream()
            .map(member ->
                switch (member.id().value()) {
                  case "anna" -> member.at(address("http://127.0.0.1:7813"));
                  case "bert-2" -> member.at(address("https://shop-b.example/peers"));
                  default -> member;
                })
            .toList();
    return SignedRoster.sign(
        new Roster(7, known.cells(), members, known.waivers(), known.departures()), KEEPER);
  }

  @Test
  void check_ofTheDocumentedText_findsNothing() throws GeneralSecurityException {
    PublicIdentityKey keeper =
        PublicIdentityKey.fromBytes(
            Hex.bytes("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"));
    SignedRoster signed = SignedRoster.parse(DOCUMENTED);
    assertThat(RosterCheck.check(signed, keeper, Optional.empty(), List.of(), List.of())).isEmpty();
    assertThat(signed.roster().atoms()).anyMatch(atom -> !atom.isLargeEnough());
  }

  @Test
  void isSignedBy_anotherKeyOrAnotherRoster_isFalse() throws GeneralSecurityException {
    SignedRoster signed = SignedRoster.parse(TEXT);
    assertThat(signed.isSignedBy(KEEPER.publicKey())).isTrue();
    assertThat(signed.isSignedBy(IdentityKeyPair.generate(new SeededRandom(9)).publicKey()))
        .isFalse();
    Roster other = Rosters.roster(7, cell(1, "anna,carl,dora"));
    assertThat(new SignedRoster(other, signed.signature()).isSignedBy(KEEPER.publicKey()))
        .isFalse();
  }

  @Test
  void parse_oneCharacterChanged_refusesOrFailsToVerify() {
    String text = addressed().text();
    for (int i = 0; i < text.length(); i++) {
      for (char put : "\n a1_é".toCharArray()) {
        if (put != text.charAt(i)) {
          requireUseless(text.substring(0, i) + put + text.substring(i + 1));
        }
      }
      requireUseless(text.substring(0, i) + text.substring(i + 1));
      requireUseless(text.substring(0, i));
    }
  }

  private static void requireUseless(String text) {
    try {
      assertThat(SignedRoster.parse(text).isSignedBy(KEEPER.publicKey())).as(text).isFalse();
    } catch (GeneralSecurityException refused) {
      assertThat(refused).hasMessageNotContaining("null");
    }
  }

  @Test
  void parse_version1_saysTheWayOut() {
    assertThatThrownBy(() -> SignedRoster.parse(TEXT.replace("roster v2", "roster v1")))
        .isInstanceOf(GeneralSecurityException.class)
        .hasMessageStartingWith("line 1: ")
        .hasMessageContaining("./privirec roster sign");
  }

  @Test
  void parse_whatIsNotCanonical_namesTheLine() {
    refused(TEXT + "\n", "line 17: the signature must be the last line");
    refused(TEXT.substring(0, TEXT.length() - 1), "must end in a line feed");
    refused("", "must end in a line feed");
    refused("\n", "line 1: must be: privirec-roster v2");
    refused("privirec-roster v2\n", "line 2: must match version ");
    refused("\uFEFF" + TEXT, "line 1: must be");
    refused(TEXT.replace("\n", "\r\n"), "line 1: must be");
    refused(changed("version 7", "version 07"), "line 2: must match version ");
    refused(changed("version 7", "version 0"), "line 2: must match version ");
    refused(changed("version 7", "version ٣"), "line 2: must match version ");
    refused(changed("version 7", "version 4294967299"), "line 2: a number must be in [1, 2147");
    refused(changed("cell 2 min 3", "cell 02 min 3"), "line 4: must match (former-)?cell");
    refused(changed("cell 2 min 3", "cell 2 min 2"), "line 4: minimum of a cell must be in [3,");
    refused(changed("cell 2 min 3", "cell 2 min 4"), "line 4: cell 2 must have participants of");
    refused(changed("cell 2 min 3", "cell 1 min 3"), "line 4: two cells have one number");
    refused(changed("cell 2 min 3", "cell 2 min 3\ncell 3 min 3"), "line 5: cell 3 has no members");
    refused(changed("\ncell 2 min 3", ""), "line 4: names a cell without a line");
    refused(changed("former-cell 1 min 3\n", "cell 1 min 3\n"), "two current cells");
    refused(changed("member anna ", "member anna  "), "line 5: must match member");
    refused(changed("member anna ", "member Anna "), "line 5: must match member");
    refused(changed("member anna ", "member -anna "), "line 5: participant id must match");
    refused(changed(" shop-b ", " -b "), "line 6: holder must match");
    refused(changed("member anna ", "member zorro "), "line 5 is not in its place");
    refused(changed("member carl ", "member dora "), "line 8: two lines have one id");
    refused(changed("member new ", "member bert "), "an earlier name is that of another line");
    refused(changed(" anna 1,2", " anna 2,1"), "line 5 is not in its place, or not written");
    refused(changed(" anna 1,2", " anna 1,2,2"), "line 5 is not in its place, or not written");
    refused(changed(" anna 1,2", " anna 1,2,"), "line 5: a number must be in");
    refused(changed(" anna 1,2", " anna 01,2"), "line 5 is not in its place, or not written");
    refused(changed(" anna 1,2", " anna 1,3"), "line 5: names a cell without a line");
    refused(changed(" formerly bert,robert", " formerly robert,bert"), "line 6 is not in");
    refused(changed(" formerly bert,robert", " formerly "), "line 6: must match member");
    refused(changed(" formerly bert,robert", " formerly bert,-"), "line 6: participant id must");
    refused(changed(" formerly bert,robert", " formerly bert-2"), "line 6: bert-2 is listed as");
    refused(changed(" formerly bert,robert", ""), "line 11: a waiver names a participant without");
    refused(changed("waiver emil dora,emil", "waiver emil emil,dora"), "line 13 is not in its");
    refused(changed("waiver emil dora,emil", "waiver emil dora,new"), "line 13: the signer of a");
    refused(
        changed("waiver emil dora,emil", "waiver dora dora,emil"),
        "line 12: a waiver is there twice");
    refused(changed("departure new", "departure nil"), "line 15: a departure clause names a");
    refused(changed("departure new", "departure bert-2"), "line 15: a participant has two");
    refused(
        TEXT.replaceAll("(?m)^(member|cell|former-cell|waiver|departure) .*\n", ""),
        "line 3: members of a roster must be in [1, 65535]");
    refused(TEXT.replaceAll("(?m)^signature.*\n", ""), "line 16: must match signature");
    refused("x".repeat(SignedRoster.MAX_TEXT_BYTES + 1), "at most 33554432 characters");
  }

  @Test
  void parse_addressThatCannotBe_namesTheLineAndRepeatsNothing() {
    refused(changed(" anna 1,2", " anna 1,2 at"), "line 5: must match member");
    refused(changed(" anna 1,2", " anna 1,2 at "), "line 5: must match member");
    refused(changed(" anna 1,2", " anna 1,2  at http://a"), "line 5: must match member");
    refused(changed(" anna 1,2", " anna 1,2 at http://a "), "line 5: must match member");
    refused(changed(" anna 1,2", " anna 1,2 at http://é"), "line 5: must match member");
    refused(changed(" anna 1,2", " anna 1,2 at http://a at http://a"), "line 5: must match member");
    refused(changed(" formerly", " at http://a formerly"), "line 6: must match member");
    refused(
        changed(" anna 1,2", " anna 1,2 at http://" + "a".repeat(194)),
        "line 5: must match member");
    refused(changed(" anna 1,2", " anna 1,2 at http://a/"), "line 5: an address must be http or");
    refused(changed(" anna 1,2", " anna 1,2 at http://A"), "line 5: an address must be http or");
    String noUri = changed(" anna 1,2", " anna 1,2 at http://[me");
    refused(noUri, "line 5: an address must be a URI");
    assertThatThrownBy(() -> SignedRoster.parse(noUri)).hasMessageNotContaining("me");
  }

  @Test
  void parse_spareBitsInASignature_refuses() {
    for (String line : List.of("waiver dora", "departure bert", "signature")) {
      String end = TEXT.lines().filter(each -> each.startsWith(line)).findFirst().orElseThrow();
      // The last of 86 characters holds two bits of the 64 bytes, and four that must be zero.
      String spare = end.substring(0, end.length() - 1) + (char) (end.charAt(end.length() - 1) + 1);
      refused(TEXT.replace(end, spare), "");
    }
  }

  @Test
  void lines_ofWaiversAndDepartures_areReadAlone() throws GeneralSecurityException {
    List<String> lines = TEXT.lines().toList();
    assertThat(Waiver.parse(lines.get(12))).isEqualTo(waiver("dora,emil", "emil"));
    assertThat(waiver("dora,emil", "emil").text()).isEqualTo(lines.get(12));
    assertThat(DepartureClause.parse(lines.get(14))).isEqualTo(departure("new"));
    assertThat(departure("new").text()).isEqualTo(lines.get(14));
    for (String bad : List.of("", lines.get(14), lines.get(12) + "\n", lines.get(12) + "A")) {
      assertThatThrownBy(() -> Waiver.parse(bad)).isInstanceOf(GeneralSecurityException.class);
    }
    String unordered = lines.get(12).replace("dora,emil", "emil,dora");
    assertThatThrownBy(() -> Waiver.parse(unordered)).hasMessageContaining("the one way");
  }

  private static String changed(String from, String to) {
    assertThat(TEXT).contains(from);
    return TEXT.replaceFirst(from, to);
  }

  private static void refused(String text, String because) {
    assertThatThrownBy(() -> SignedRoster.parse(text))
        .as(because)
        .isInstanceOf(GeneralSecurityException.class)
        .hasMessageContaining(because);
  }

  @Test
  void text_ofTenThousandMembers_fitsAndParses() throws GeneralSecurityException {
    SeededRandom random = new SeededRandom(5);
    List<RosterMember> members = new ArrayList<>();
    List<DepartureClause> departures = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      IdentityKeyPair key = IdentityKeyPair.generate(random);
      RosterMember member = new RosterMember(id("holder-%05d".formatted(i)), key.publicKey());
      members.add(member);
      departures.add(DepartureClause.sign(KEEPER.publicKey(), member.id(), key));
    }
    List<Cell> cells = new ArrayList<>();
    for (int former = 1; former <= 5; former++) {
      cells.add(of(members.subList(former * 100, 10_000), former).retired());
    }
    IntStream.range(0, 2_000)
        .mapToObj(five -> of(members.subList(5 * five, 5 * five + 5), 10 + five))
        .forEach(cells::add);

    SignedRoster signed =
        SignedRoster.sign(new Roster(1, cells, members, List.of(), departures), KEEPER);
    assertThat(signed.text().length()).isLessThan(SignedRoster.MAX_TEXT_BYTES / 8);
    assertThat(SignedRoster.parse(signed.text())).isEqualTo(signed);
    assertThat(signed.roster().atoms()).hasSize(2_000);
  }

  private static Cell of(List<RosterMember> members, int number) {
    return new Cell(
        number, 3, false, Ascending.copyOf(members.stream().map(RosterMember::id).toList()));
  }
}
