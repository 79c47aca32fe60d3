package io.privirec.client.runtime;

import io.privirec.client.coordinator.ParticipantChannel;
import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.Contributor;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.participant.ParticipantState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Makes and uploads what one participant contributes: from the data that it has consented to, and
/// from what the round hands to every contributor.
record MaskedInputs(ParticipantId participant, ParticipantChannel channel, RuntimeParts parts) {
  /// Room for the header of a broadcast beyond the size that the algorithm states.
  private static final long BROADCAST_SLACK_BYTES = 1 << 20;

  /// Uploads what the coordinator does not have yet.
  ///
  /// @return Merkle root over all masked chunks; empty when other work comes first
  Optional<Digest> upload(
      RoundKey key, Participation participation, SessionTerms terms, ParticipantState.Masking state)
      throws Exception {
    RoundRecord record = state.record();
    Algorithm algorithm = Algorithms.of(terms.parameters(), terms.items());
    RoundSpec round = RoundTermsCheck.check(record, key, terms, algorithm);
    @Nullable Path broadcast = round.hasBroadcast() ? broadcast(key, round, record) : null;
    RoundInput input =
        new RoundInput(participant, round, broadcast, data(participation, terms, algorithm));
    Contributor contributor = parts.algorithms().contributor(key.session(), algorithm);
    requireSameConstants(key.session(), contributor, input);
    return new ContributionUpload(key, channel, parts, record.vector(), state.masker())
        .run(() -> contributor.contribute(input));
  }

  private RatingMatrix data(Participation participation, SessionTerms terms, Algorithm algorithm)
      throws IOException, RefusedException {
    if (!algorithm.disclosure().readsData()) {
      return RatingMatrix.of(InteractionMatrix.of(0, terms.items(), new int[1], new int[0]));
    }
    Digest consented =
        participation
            .snapshot()
            .orElseThrow(
                () -> new RefusedException(Refusal.SNAPSHOT_MISMATCH, "no data was frozen"));
    return parts.snapshots().load(participant, consented).firstItems(terms.items());
  }

  /// Another V would have the same history summed under another normalisation.
  private void requireSameConstants(SessionId session, Contributor contributor, RoundInput input)
      throws IOException {
    Optional<Digest> constants = contributor.sessionConstants(input);
    if (constants.isPresent()
        && !parts
            .store()
            .recordConstants(session, participant, constants.get())
            .equals(constants.get())) {
      throw new ContributionRefusedException(
          "the broadcast has other item degrees or users than the session's first one");
    }
  }

  private Path broadcast(RoundKey key, RoundSpec round, RoundRecord record)
      throws IOException, RefusedException {
    Path file =
        parts
            .broadcasts()
            .obtain(
                key.session(),
                key.index(),
                record.broadcast(),
                target ->
                    channel.downloadBroadcast(
                        key.round(), target, round.broadcastBytes() + BROADCAST_SLACK_BYTES));
    parts.store().addTraffic(key, 0, Files.size(file));
    return file;
  }
}
