package io.privirec.secagg;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.secagg.coordinator.CoordinatorState;
import io.privirec.secagg.coordinator.FaultReason;
import io.privirec.secagg.message.EncryptedShares;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.message.Reveal;
import io.privirec.secagg.message.ShareEnvelope;
import io.privirec.secagg.message.UnmaskAnswer;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Tolerant rounds with participants that lie: they are named, and the sum comes out where enough
/// good shares are left. Ten participants have a threshold of six; with all ten answering two liars
/// can be borne.
class LiarTest {
  private static final Map<Phase, Set<ParticipantId>> NOBODY = Map.of();

  private final TestRound ten = TestRound.of(10, 21);

  @Test
  void unmask_oneLiar_isNamedAndTheSumExact() throws GeneralSecurityException {
    check(ten, lyingShares(id(3)), NOBODY, wrongShares(id(3)));
  }

  @Test
  void unmask_asManyLiarsAsCanBeBorne_areNamedAndTheSumExact() throws GeneralSecurityException {
    check(ten, lyingShares(id(0), id(9)), NOBODY, wrongShares(id(0), id(9)));
  }

  @Test
  void unmask_oneLiarMore_endsTheRoundByName() throws GeneralSecurityException {
    SimulatedRound run = run(ten, lyingShares(id(0), id(5), id(9)), NOBODY);
    run.assertAborted(AbortReason.SHARES_INCONSISTENT, "p000: shares are inconsistent");
  }

  @Test
  void unmask_lieAboutOneOwnerOnly_isNamed() throws GeneralSecurityException {
    check(ten, lyingShares(id(7)::equals, 32, id(3)), NOBODY, wrongShares(id(3)));
  }

  @Test
  void unmask_lieInOneByteOnly_isNamed() throws GeneralSecurityException {
    check(ten, lyingShares(id(7)::equals, 1, id(3)), NOBODY, wrongShares(id(3)));
  }

  /// Seven answer: a wrong share of a self-mask seed cannot be told, one of a mask key can, because
  /// the key is known by its public half. Who is found there counts for no other owner.
  @Test
  void unmask_surplusOfOneWithADropout_namesTheLiarByTheMaskKey() throws GeneralSecurityException {
    Map<Phase, Set<ParticipantId>> absent =
        Map.of(Phase.MASKED_INPUT, Set.of(id(1), id(8)), Phase.CONSISTENCY_CHECK, Set.of(id(2)));
    check(ten, lyingShares(id(8)::equals, 32, id(4)), absent, wrongShares(id(4)));
    check(ten, lyingShares(id(4)), absent, wrongShares(id(4)));
  }

  @Test
  void unmask_surplusOfOneWithoutADropout_endsTheRoundByName() throws GeneralSecurityException {
    Map<Phase, Set<ParticipantId>> absent =
        Map.of(Phase.ADVERTISE_KEYS, Set.of(id(1), id(2), id(8)));
    SimulatedRound run = run(ten, lyingShares(id(4)), absent);
    run.assertAborted(AbortReason.SHARES_INCONSISTENT, "p000");
  }

  @Test
  void unmask_twoLiarsWithSurplusOfOne_endsTheRoundByName() throws GeneralSecurityException {
    Map<Phase, Set<ParticipantId>> absent =
        Map.of(
            Phase.MASKED_INPUT,
            Set.of(id(9)),
            Phase.CONSISTENCY_CHECK,
            Set.of(id(2)),
            Phase.UNMASK,
            Set.of(id(0)));
    SimulatedRound run = run(ten, lyingShares(id(9)::equals, 32, id(4), id(5)), absent);
    run.assertAborted(AbortReason.SHARES_INCONSISTENT, "p009");
  }

  /// Seven hold shares of the accused. Two of them are found to lie about the others.
  @Test
  void unmask_liarsAreKnownAndTooFewSharesLeft_endsTheRoundNamingThem()
      throws GeneralSecurityException {
    UnaryOperator<ParticipantMessage> bad =
        badEnvelopes(ten, Map.of(id(6), Set.of(id(0), id(1), id(2))));
    UnaryOperator<ParticipantMessage> wrong = lyingShares(id(0)::equals, 32, id(3), id(4));
    SimulatedRound run = run(ten, message -> wrong.apply(bad.apply(message)), NOBODY);
    run.assertAborted(
        AbortReason.BELOW_THRESHOLD, "p006 answered, 6 are needed; wrong shares from p003, p004");
    Map<ParticipantId, FaultReason> faults = new HashMap<>(badEnvelopes(id(6)));
    faults.putAll(wrongShares(id(3), id(4)));
    assertThat(run.coordinator().faults()).isEqualTo(faults);
  }

  @Test
  void envelope_doesNotDecrypt_isComplainedAboutAndTheSumExact() throws GeneralSecurityException {
    for (Phase leaves :
        new Phase[] {null, Phase.MASKED_INPUT, Phase.CONSISTENCY_CHECK, Phase.UNMASK}) {
      Map<Phase, Set<ParticipantId>> absent =
          leaves == null ? NOBODY : Map.of(leaves, Set.of(id(6)));
      check(ten, badEnvelopes(ten, Map.of(id(6), Set.of(id(2)))), absent, badEnvelopes(id(6)));
    }
  }

  @Test
  void envelope_doesNotDecrypt_complainerLeavesLater_sumIsExact() throws GeneralSecurityException {
    for (Phase leaves : new Phase[] {Phase.CONSISTENCY_CHECK, Phase.UNMASK}) {
      check(
          ten,
          badEnvelopes(ten, Map.of(id(6), Set.of(id(2)))),
          Map.of(leaves, Set.of(id(2))),
          badEnvelopes(id(6)));
    }
  }

  @Test
  void envelopes_ofSeveralToSeveral_areComplainedAbout() throws GeneralSecurityException {
    check(
        ten,
        badEnvelopes(ten, Map.of(id(6), Set.of(id(0), id(2), id(9)), id(1), Set.of(id(2)))),
        NOBODY,
        badEnvelopes(id(1), id(6)));
  }

  @Test
  void envelope_andWrongShares_bothLiarsAreNamed() throws GeneralSecurityException {
    Map<ParticipantId, FaultReason> faults = new HashMap<>(badEnvelopes(id(6)));
    faults.putAll(wrongShares(id(4)));
    UnaryOperator<ParticipantMessage> bad = badEnvelopes(ten, Map.of(id(6), Set.of(id(2))));
    UnaryOperator<ParticipantMessage> wrong = lyingShares(id(4));
    check(ten, message -> wrong.apply(bad.apply(message)), NOBODY, faults);
  }

  /// Nobody holds shares of the accused, so nobody can take its mask off.
  @Test
  void envelopes_toTooMany_endTheRoundNamingTheirSender() throws GeneralSecurityException {
    SimulatedRound run =
        run(
            ten,
            badEnvelopes(ten, Map.of(id(6), Set.of(id(0), id(1), id(2), id(3), id(4)))),
            NOBODY);
    run.assertAborted(AbortReason.BELOW_THRESHOLD, "p006");
    assertThat(run.coordinator().faults()).isEqualTo(badEnvelopes(id(6)));
  }

  @Test
  void envelope_semiHonestRound_isComplainedAbout() throws GeneralSecurityException {
    TestRound round = TestRound.of(Thresholds.of(ThreatModel.SEMI_HONEST, 7), 22);
    check(
        round,
        badEnvelopes(round, Map.of(id(6), Set.of(id(2)))),
        Map.of(Phase.MASKED_INPUT, Set.of(id(6))),
        badEnvelopes(id(6)));
  }

  @Test
  void randomGraph_badEnvelopeAndWrongShares_liarsAreNamedAndTheSumExact()
      throws GeneralSecurityException {
    TestRound round = TestRound.of(Thresholds.of(ThreatModel.SEMI_MALICIOUS, 100), 23);
    UnaryOperator<ParticipantMessage> wrong = lyingShares(id(40), id(41));
    UnaryOperator<ParticipantMessage> lies =
        message ->
            message instanceof EncryptedShares shares && shares.sender().equals(id(60))
                ? badEnvelopes(round, Map.of(id(60), Set.of(shares.byRecipient().firstKey())))
                    .apply(message)
                : wrong.apply(message);
    Map<ParticipantId, FaultReason> faults = new HashMap<>(badEnvelopes(id(60)));
    faults.putAll(wrongShares(id(40), id(41)));
    check(round, lies, Map.of(Phase.MASKED_INPUT, Set.of(id(90), id(91))), faults);
  }

  private ParticipantId id(int position) {
    return new ParticipantId("p%03d".formatted(position));
  }

  private static void check(
      TestRound round,
      UnaryOperator<ParticipantMessage> lies,
      Map<Phase, Set<ParticipantId>> absent,
      Map<ParticipantId, FaultReason> faults)
      throws GeneralSecurityException {
    SimulatedRound run = run(round, lies, absent);
    assertThat(run.coordinator()).isInstanceOf(CoordinatorState.Unmasked.class);
    assertThat(run.sum()).isEqualTo(run.plainSum());
    assertThat(run.coordinator().faults()).isEqualTo(faults);
  }

  private static SimulatedRound run(
      TestRound round,
      UnaryOperator<ParticipantMessage> lies,
      Map<Phase, Set<ParticipantId>> absent)
      throws GeneralSecurityException {
    return new SimulatedRound(round, round.inputs(new Random(1))).lying(lies).run(absent);
  }

  private static Map<ParticipantId, FaultReason> wrongShares(ParticipantId... liars) {
    return faults(FaultReason.WRONG_SHARE, liars);
  }

  private static Map<ParticipantId, FaultReason> badEnvelopes(ParticipantId... liars) {
    return faults(FaultReason.BAD_ENVELOPE, liars);
  }

  private static Map<ParticipantId, FaultReason> faults(FaultReason of, ParticipantId... liars) {
    return Arrays.stream(liars).collect(Collectors.toMap(liar -> liar, _ -> of));
  }

  private static UnaryOperator<ParticipantMessage> lyingShares(ParticipantId... liars) {
    return lyingShares(ParticipantId.class::isInstance, 32, liars);
  }

  /// Some answer with other shares of some owners, random in their first bytes.
  private static UnaryOperator<ParticipantMessage> lyingShares(
      Predicate<ParticipantId> owners, int bytes, ParticipantId... liars) {
    return message -> {
      if (!(message instanceof UnmaskAnswer answer) || !Set.of(liars).contains(answer.sender())) {
        return message;
      }
      Random random = new Random(answer.sender().hashCode());
      List<Reveal> reveals = new ArrayList<>();
      for (Reveal reveal : answer.reveals()) {
        reveals.add(owners.test(reveal.owner()) ? changed(reveal, bytes, random) : reveal);
      }
      return new UnmaskAnswer(answer.context(), answer.sender(), reveals);
    };
  }

  private static Reveal changed(Reveal reveal, int bytes, Random random) {
    byte[] share = reveal.share().expose();
    for (int i = 0; i < bytes; i++) {
      share[i] ^= (byte) (1 + random.nextInt(255));
    }
    return Lies.with(reveal, share);
  }

  /// Some seal nothing that decrypts for some, and sign it.
  private static UnaryOperator<ParticipantMessage> badEnvelopes(
      TestRound round, Map<ParticipantId, Set<ParticipantId>> recipients) {
    return message -> {
      if (!(message instanceof EncryptedShares shares)) {
        return message;
      }
      EncryptedShares lies = shares;
      for (ParticipantId recipient : recipients.getOrDefault(shares.sender(), Set.of())) {
        if (shares.byRecipient().containsKey(recipient)) {
          ShareEnvelope bad = Lies.damaged(shares, recipient, round.identity(shares.sender()));
          lies = Lies.with(lies, recipient, bad);
        }
      }
      return lies;
    };
  }
}
