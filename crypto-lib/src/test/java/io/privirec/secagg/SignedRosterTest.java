package io.privirec.secagg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.Hex;
import io.privirec.crypto.SeededRandom;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.util.List;
import org.junit.jupiter.api.Test;

class SignedRosterTest {
  /// The seed of RFC 8032 §7.1, test 1, keeps the roster; the keys of tests 2 and 3 are on it.
  private static final IdentityKeyPair KEEPER =
      IdentityKeyPair.fromSeed(
          Hex.secret("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"));

  private static final String TEXT =
      """
      privirec-roster v1
      version 3
      anna PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw
      bert-2 _FHNjmIYoaONpH7QAjDwWAgW7RO6MwOsXeuRFUiQgCU
      signature xmtyNbfnhlg0dETjBySqEeXqFqO0XAU6hxSSEU0DvZ04wEf3MGyI252_HqdoshYo2w6nUgroC5YbUxOypNt6AQ
      """;

  @Test
  void text_ofAKnownRoster_isFrozen() throws GeneralSecurityException {
    SignedRoster signed = SignedRoster.sign(known(), KEEPER);
    assertThat(signed.text()).isEqualTo(TEXT);
    assertThat(SignedRoster.parse(TEXT)).isEqualTo(signed);
  }

  @Test
  void isSignedBy_anotherKeyOrAnotherRoster_isFalse() throws GeneralSecurityException {
    SignedRoster signed = SignedRoster.parse(TEXT);
    assertThat(signed.isSignedBy(KEEPER.publicKey())).isTrue();
    assertThat(signed.isSignedBy(IdentityKeyPair.generate(new SeededRandom(1)).publicKey()))
        .isFalse();
    Roster later = new Roster(4, signed.roster().members());
    assertThat(new SignedRoster(later, signed.signature()).isSignedBy(KEEPER.publicKey()))
        .isFalse();
    Roster shorter = new Roster(3, signed.roster().members().subList(0, 1));
    assertThat(new SignedRoster(shorter, signed.signature()).isSignedBy(KEEPER.publicKey()))
        .isFalse();
  }

  @Test
  void parse_oneCharacterChanged_refusesOrFailsToVerify() {
    for (int i = 0; i < TEXT.length(); i++) {
      for (char put : "\0\n\r aA0-_=é".toCharArray()) {
        if (put != TEXT.charAt(i)) {
          requireUseless(TEXT.substring(0, i) + put + TEXT.substring(i + 1));
        }
      }
      requireUseless(TEXT.substring(0, i) + TEXT.substring(i + 1));
      requireUseless(TEXT.substring(0, i));
    }
  }

  @Test
  void parse_otherSpellings_refuses() {
    List<String> bad =
        List.of(
            "",
            "\n",
            TEXT + "\n",
            "\uFEFF" + TEXT,
            TEXT.replace("\n", "\r\n"),
            TEXT.replace("version 3", "version 03"),
            TEXT.replace("version 3", "version 0"),
            TEXT.replace("version 3", "version +3"),
            TEXT.replace("version 3", "version ٣"),
            TEXT.replace("version 3", "version 4294967299"),
            TEXT.replace("anna ", "anna  "),
            TEXT.replace("anna ", "Anna "),
            TEXT.replace("anna ", "-anna "),
            TEXT.replace("anna ", "carl "),
            TEXT.replace("bert-2", "anna"),
            TEXT.replace("privirec-roster v1", "privirec-roster v2"),
            TEXT.replaceAll("(?m)^(anna|bert-2) .*\n", ""));
    for (String each : bad) {
      assertThatThrownBy(() -> SignedRoster.parse(each))
          .isInstanceOf(GeneralSecurityException.class);
    }
  }

  @Test
  void parse_brokenLine_isNamed() {
    assertThatThrownBy(() -> SignedRoster.parse(TEXT.replace("bert-2 _F", "bert-2 F")))
        .hasMessageStartingWith("line 4 ");
  }

  private static void requireUseless(String text) {
    try {
      assertThat(SignedRoster.parse(text).isSignedBy(KEEPER.publicKey())).as(text).isFalse();
    } catch (GeneralSecurityException refused) {
      assertThat(refused).hasMessageNotContaining("null");
    }
  }

  private static Roster known() throws InvalidKeyException {
    return new Roster(
        3,
        List.of(
            member("anna", "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"),
            member("bert-2", "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025")));
  }

  private static CohortMember member(String id, String key) throws InvalidKeyException {
    return new CohortMember(new ParticipantId(id), PublicIdentityKey.fromBytes(Hex.bytes(key)));
  }
}
