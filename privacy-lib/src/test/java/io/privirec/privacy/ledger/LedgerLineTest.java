package io.privirec.privacy.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.privacy.Adjacency;
import io.privirec.privacy.DistributedDiscreteGaussian;
import io.privirec.privacy.IntegerSensitivity;
import io.privirec.privacy.NoiseShares;
import io.privirec.privacy.Unit;
import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Reserved;
import io.privirec.privacy.ledger.LedgerEntry.Returned;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Survivors;
import io.privirec.privacy.ledger.LedgerEntry.Survivors.Step;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import io.privirec.privacy.sampling.Variance;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class LedgerLineTest {
  private static final String NAME = "shop-1";

  private static Sum sum(Use use) {
    return new Sum(
        1_790_000_000_000L,
        "s1",
        "ab".repeat(32),
        0,
        2,
        "item degrees",
        "cd".repeat(32),
        List.of("shop-1"),
        use);
  }

  private static Survivors survivors(long at, Step step) {
    return new Survivors(at, step, "s1", "a round", List.of("shop-1"), "a set");
  }

  private static String written(LedgerEntry... entries) {
    Chain chain = Chain.read(NAME, new byte[0]);
    for (LedgerEntry entry : entries) {
      chain = chain.plus(entry);
    }
    return new String(chain.bytes(), StandardCharsets.US_ASCII);
  }

  /// The format is fixed: hashes of ledgers that exist depend on it. `printf` and `sha256sum` give
  /// the same ones.
  @Test
  void lines_areAsTheyAlwaysWere() {
    Use noise =
        new Use.Noise(
            new DistributedDiscreteGaussian(
                IntegerSensitivity.ofIntegers(20, 3706),
                3706,
                new Variance(39_201, 2),
                new NoiseShares(10, 2, 0)),
            Unit.USER,
            Adjacency.REPLACE,
            Optional.of("ef".repeat(32)));
    assertThat(
            written(sum(new Use.Exact()), sum(noise), new Presumed(1_790_000_000_001L, "restored"))
                .replace('\t', '|'))
        .isEqualTo(
            """
            privirec-ledger|1|shop-1
            1|1790000000000|sum|s1|%1$s|0|2|item degrees|%2$s|shop-1|exact\
            |9a068f9461b6cda48eda690dcd82e36334fbaa02395eea447783738c002ed26d\
            |a490d0c7520c693b91f7d6c4e8ac22deb52553ec54f4d00d4e8a69362891eea2
            2|1790000000000|sum|s1|%1$s|0|2|item degrees|%2$s|shop-1|noise\
            |distributed_discrete_gaussian:n=10,variance=39201/2,l2=10.0,l1=200.0,dim=3706,colluders=2,dropouts=0\
            |user|replace|%3$s\
            |a490d0c7520c693b91f7d6c4e8ac22deb52553ec54f4d00d4e8a69362891eea2\
            |52f1699d02a80426b08bd401212f8105c4936fb78f2cac66e9f164194e5b0890
            3|1790000000001|presumed|restored\
            |52f1699d02a80426b08bd401212f8105c4936fb78f2cac66e9f164194e5b0890\
            |c7df72a9409594b3d750e988c460917f1ac8d1a25ff0e03f454dbb46eb1ea6a9
            """
                .formatted("ab".repeat(32), "cd".repeat(32), "ef".repeat(32)));
  }

  /// The kinds of lines that budgets and equations added. `printf` and `sha256sum` give the same
  /// hashes.
  @Test
  void linesOfBudgetsAndEquations_areFixed() {
    Use equations =
        new Use.Exact(
            Optional.of(
                new Equations("ddppm", List.of(1, 3), 25, 200, List.of("shop-1", "shop-2"))));
    Use none = new Use.Exact(Optional.of(new Equations("als", List.of(), 0, 0, List.of())));
    assertThat(
            written(
                    new Reserved(1_790_000_000_000L, "s1", List.of("shop-1", "shop-2"), 0.125),
                    sum(equations),
                    sum(none),
                    new Returned(1_790_000_000_001L, "s1", List.of("shop-1", "shop-2")),
                    survivors(1_790_000_000_002L, Step.SIGNED),
                    survivors(1_790_000_000_003L, Step.ANSWERED))
                .replace('\t', '|'))
        .isEqualTo(
            """
            privirec-ledger|1|shop-1
            1|1790000000000|reserved|s1|shop-1,shop-2|0.125\
            |9a068f9461b6cda48eda690dcd82e36334fbaa02395eea447783738c002ed26d\
            |567ecd4e8768b7ff2dc213372a54a1d8cd532fc070f6975141e4ee2f9901f9e3
            2|1790000000000|sum|s1|%1$s|0|2|item degrees|%2$s|shop-1|exact|ddppm|1,3|25|200|shop-1,shop-2\
            |567ecd4e8768b7ff2dc213372a54a1d8cd532fc070f6975141e4ee2f9901f9e3\
            |a52ca62e609070656b031695c6aab95756331c281648a156f74450b9ecdb0b4d
            3|1790000000000|sum|s1|%1$s|0|2|item degrees|%2$s|shop-1|exact|als|-|0|0|-\
            |a52ca62e609070656b031695c6aab95756331c281648a156f74450b9ecdb0b4d\
            |9827c9fdb5f0828d9cab363cc15e2615141fc5180b0713c54a6ec2f58ea9cb86
            4|1790000000001|returned|s1|shop-1,shop-2\
            |9827c9fdb5f0828d9cab363cc15e2615141fc5180b0713c54a6ec2f58ea9cb86\
            |2adf6a6b92c152c58247aeac58fd66ae265bf1a571edca14b50148d15f71ac12
            5|1790000000002|survivors|s1|a round|shop-1|a set\
            |2adf6a6b92c152c58247aeac58fd66ae265bf1a571edca14b50148d15f71ac12\
            |9708010f90fbd9300b3f9c46d2e8be1c74ca425f08c331f4be928f61946845c2
            6|1790000000003|answered|s1|a round|shop-1|a set\
            |9708010f90fbd9300b3f9c46d2e8be1c74ca425f08c331f4be928f61946845c2\
            |2e1d1bc6742e1d2e9bcdef46fabb1fd0ec3b29f177a79948e592c478beb118ff
            """
                .formatted("ab".repeat(32), "cd".repeat(32)));
  }

  /// A line has one more field if its equations state a minimum support. `printf` and `sha256sum`
  /// give the same hash.
  @Test
  void lineOfAMinimumSupport_isFixed() {
    Use equations =
        new Use.Exact(
            Optional.of(new Equations("als", List.of(), 3, 0, List.of(), OptionalInt.of(7))));
    assertThat(written(sum(equations)).replace('\t', '|'))
        .isEqualTo(
            """
            privirec-ledger|1|shop-1
            1|1790000000000|sum|s1|%1$s|0|2|item degrees|%2$s|shop-1|exact|als|-|3|0|-|7\
            |9a068f9461b6cda48eda690dcd82e36334fbaa02395eea447783738c002ed26d\
            |edfd3a2de4818694b7221812f2a59ed13b1b6083c6f388976428b2e6764b7eaf
            """
                .formatted("ab".repeat(32), "cd".repeat(32)));
  }

  @Test
  void lineOfAKindThatIsUnknown_isNoLine() {
    String line =
        LedgerLine.after(LedgerHead.ofEmpty(NAME), new Returned(1, "s1", List.of("shop-1"))).text();
    String hashed = line.substring(0, line.lastIndexOf('\t')).replace("returned", "borrowed");
    assertThat(LedgerLine.parse(line)).isPresent();
    assertThat(LedgerLine.parse(hashed + "\t" + LedgerHead.hash(hashed))).isEmpty();
  }

  @Test
  void everyLine_isReadAsItWasWritten() {
    Histories histories = new Histories(3);
    for (int i = 0; i < 50; i++) {
      Chain chain = histories.chain(NAME, 40);
      assertThat(Chain.read(NAME, chain.bytes())).isEqualTo(chain);
    }
  }

  @Test
  void text_thatWasWrittenOtherwise_isNoLine() {
    String line = LedgerLine.after(LedgerHead.ofEmpty(NAME), sum(new Use.Exact())).text();
    assertThat(LedgerLine.parse(line)).isPresent();
    for (String other :
        List.of(
            "0" + line,
            line + "\t",
            line + "\r",
            "+" + line,
            line.replace("\t0\t", "\t00\t"),
            line.replace("exact", "EXACT"),
            line.toUpperCase(Locale.ROOT),
            "")) {
      assertThat(LedgerLine.parse(other)).as(other).isEmpty();
    }
  }

  @Test
  void entries_thatNoLineCouldHold_areRefused() {
    for (String text : List.of("", "a\tb", "a\nb", "ä", "\u0000")) {
      assertThatThrownBy(() -> new Presumed(0, text)).hasMessageContaining("printable ASCII");
      assertThatThrownBy(() -> LedgerHead.ofEmpty(text)).hasMessageContaining("printable ASCII");
    }
    Sum good = sum(new Use.Exact());
    for (List<String> participants : List.of(List.<String>of(), List.of("a,b"), List.of(""))) {
      assertThatThrownBy(() ->
              new Sum(0, "s", "r", 0, 1, "n", good.catalogue(), participants, new Use.Exact()))
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (double rho : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> new Reserved(0, "s", List.of("p"), rho))
          .hasMessageContaining("rho positive and finite");
    }
    assertThatThrownBy(() -> new Returned(0, "s", List.of("a,b"))).hasMessageContaining("comma");
    assertThatThrownBy(() -> new Equations("-", List.of(), 0, 0, List.of()))
        .hasMessageContaining("algorithm");
    assertThatThrownBy(() -> new Equations("als", List.of(), 0, 0, List.of(), OptionalInt.of(0)))
        .hasMessageContaining("minimum support must be from 1 on");
    assertThatThrownBy(() -> new Equations("als", List.of(), -1, 0, List.of()))
        .hasMessageContaining("-1, 0, []");
    assertThatThrownBy(() -> new Equations("als", List.of(), 1, 0, List.of("a,b")))
        .hasMessageContaining("comma");
    assertThatThrownBy(() -> new LedgerHead(1, "AB".repeat(32))).hasMessageContaining("digits");
    assertThatThrownBy(() -> good.at(-1)).hasMessageContaining("-1, 0, 2");
  }
}
