package io.privirec.crypto.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.Hex;
import java.security.GeneralSecurityException;
import org.junit.jupiter.api.Test;

class CanonicalEncodingTest {
  private static final String EVERYTHING =
      """
      01 7f # version, type
      fe # u8
      fffd # u16
      7fffffff # u31
      8000000000000001 # i64
      bff8000000000000 # f64 -1.5
      0a0b # fixed
      00000001 0c # prefixed
      02 c3a9 # text
      """;

  @Test
  void writer_everyKindOfField_hasItsBytes() {
    byte[] encoded =
        CanonicalWriter.ofType(0x7f)
            .u8(0xfe)
            .u16(0xfffd)
            .u31(Integer.MAX_VALUE)
            .i64(Long.MIN_VALUE + 1)
            .f64(-1.5)
            .fixed(Hex.bytes("0a0b"))
            .prefixed(Hex.bytes("0c"))
            .text("é")
            .toByteArray();
    assertThat(Hex.of(encoded)).isEqualTo(Hex.of(Hex.bytes(EVERYTHING)));
  }

  @Test
  void decode_everyKindOfField_givesItsValue() throws GeneralSecurityException {
    String read =
        CanonicalReader.decode(
            Hex.bytes(EVERYTHING),
            0x7f,
            in ->
                "%d %d %d %d %s %s %s %s"
                    .formatted(
                        in.u8(),
                        in.u16(),
                        in.u31(),
                        in.i64(),
                        in.f64(),
                        Hex.of(in.fixed(2)),
                        Hex.of(in.prefixed()),
                        in.text()));
    assertThat(read).isEqualTo("254 65533 2147483647 -9223372036854775807 -1.5 0a0b 0c é");
  }

  @Test
  void decode_edgesOfEveryNumber_giveThemBack() throws GeneralSecurityException {
    byte[] encoded =
        CanonicalWriter.ofType(0).u31(0).u16(0xFFFF).u16(0).u8(0xFF).u8(0).toByteArray();
    String read =
        CanonicalReader.decode(
            encoded,
            0,
            in -> "%d %d %d %d %d".formatted(in.u31(), in.u16(), in.u16(), in.u8(), in.u8()));
    assertThat(read).isEqualTo("0 65535 0 255 0");
  }

  @Test
  void typeOf_anyEncoding_isItsSecondByte() throws MalformedEncodingException {
    assertThat(CanonicalReader.typeOf(Hex.bytes("01 f7"))).isEqualTo(0xf7);
    assertThatThrownBy(() -> CanonicalReader.typeOf(Hex.bytes("01")))
        .isInstanceOf(MalformedEncodingException.class);
  }

  @Test
  void byteString_sameBytes_isEqual() {
    ByteString bytes = ByteString.copyOf(Hex.bytes("0102"));
    assertThat(bytes)
        .isEqualTo(ByteString.copyOf(Hex.bytes("0102")))
        .hasSameHashCodeAs(ByteString.copyOf(Hex.bytes("0102")))
        .isNotEqualTo(ByteString.copyOf(Hex.bytes("0103")))
        .doesNotHaveSameHashCodeAs(ByteString.copyOf(Hex.bytes("0103")))
        .isNotEqualTo("0102");
  }

  @Test
  void writer_numberOutOfItsField_refuses() {
    CanonicalWriter out = CanonicalWriter.untyped();
    assertThatThrownBy(() -> out.u8(256)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> out.u16(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> out.u31(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> out.text("x".repeat(256)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void decode_lengthBeyondTheBytes_allocatesNothingAndRefuses() {
    refuses("7fffffff", CanonicalReader::prefixed);
    refuses("05 6162", CanonicalReader::text);
    refuses("00", CanonicalReader::u16);
    refuses("ffffffff", CanonicalReader::u31);
  }

  @Test
  void decode_secondSpellingOfAValue_refuses() {
    refuses("8000000000000000", CanonicalReader::f64);
    refuses("7ff8000000000000", CanonicalReader::f64);
    refuses("7ff0000000000000", CanonicalReader::f64);
    refuses("01 ff", CanonicalReader::text);
    refuses("00 00", CanonicalReader::u8);
  }

  private static void refuses(String hex, CanonicalReader.Body<?> body) {
    byte[] encoded = Hex.bytes("01 7f" + hex);
    assertThatThrownBy(() -> CanonicalReader.decode(encoded, 0x7f, body))
        .isInstanceOf(MalformedEncodingException.class);
  }
}
