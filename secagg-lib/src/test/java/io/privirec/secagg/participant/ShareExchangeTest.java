package io.privirec.secagg.participant;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.TestRound;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.RevealedSeeds;
import io.privirec.secagg.message.RoundSetup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ShareExchangeTest {
  /// 305 participants of whom 122 may leave need 258 neighbours: shares of another field, whose
  /// secrets must be below its prime.
  @Test
  void deal_over255Neighbours_sharesBothSecretsWithAllOfThem() throws ProtocolViolation {
    TestRound round =
        TestRound.of(Thresholds.of(ThreatModel.SEMI_MALICIOUS, 305, 15, 305 - 122), 1);
    RoundRecord record = round.record();
    assertThat(record.thresholds().neighbours()).isEqualTo(258);

    List<KeyAdvertisement> advertisements = new ArrayList<>();
    SortedMap<ParticipantId, ByteString> seeds = new TreeMap<>();
    Map<ParticipantId, ParticipantState.Advertised> joined = new HashMap<>();
    for (CohortMember member : record.cohort()) {
      ParticipantStep step =
          ParticipantProtocol.join(round.signed(), round.membership(member.id()), round.random());
      joined.put(member.id(), (ParticipantState.Advertised) step.state());
      advertisements.add((KeyAdvertisement) step.toSend().orElseThrow());
      seeds.put(member.id(), ByteString.copyOf(new byte[32]));
    }
    AdvertisedKeys keys = new AdvertisedKeys(record.context(), advertisements);
    RoundSetup setup =
        RoundSetup.of(record, keys, Optional.of(new RevealedSeeds(keys.boundContext(), seeds)));

    for (int position = 0; position < 6; position++) {
      ParticipantId self = round.id(position);
      AgreementKeyPair maskKeys = joined.get(self).maskKeys();
      ParticipantState.Shared shared =
          ShareExchange.deal(
              new Seat(record, self, List.of()),
              round.identity(self),
              maskKeys,
              joined.get(self).channelKeys().orElseThrow(),
              setup,
              round.random());
      assertThat(shared.shares().byRecipient()).hasSize(258);
      assertThat(topBitIsClear(maskKeys.seed())).isTrue();
      assertThat(topBitIsClear(shared.selfMaskSeed())).isTrue();
    }
  }

  private static boolean topBitIsClear(SecretBytes secret) {
    return secret.expose()[31] >= 0;
  }
}
