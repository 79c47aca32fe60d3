package io.privirec.coordinator.round.web;

import io.privirec.coordinator.round.RoundObserver;
import io.privirec.coordinator.round.RoundObserver.Direction;
import io.privirec.coordinator.round.RoundObserver.Kind;
import io.privirec.coordinator.round.Rounds;
import io.privirec.crypto.digest.Digest;
import io.privirec.edge.auth.ParticipantPrincipal;
import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.Problems;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.message.DeliveredShares;
import io.privirec.secagg.message.EncryptedShares;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.MaskedInputCommitment;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.message.RevealedSeeds;
import io.privirec.secagg.message.SeedReveal;
import io.privirec.secagg.message.SurvivorList;
import io.privirec.secagg.message.SurvivorSignature;
import io.privirec.secagg.message.UnmaskAnswer;
import io.privirec.secagg.message.UnmaskRequest;
import io.privirec.wire.ProblemType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/// The protocol's messages. Posting the same message again is harmless and answers 204 again.
@RestController
@Problems(ProblemType.UNKNOWN_ROUND)
@RequestMapping("/v1/rounds/{roundId}")
@Tag(name = "rounds")
class MessageController {
  private final Rounds rounds;
  private final RoundObserver observer;

  MessageController(Rounds rounds, RoundObserver observer) {
    this.rounds = rounds;
    this.observer = observer;
  }

  @Operation(
      operationId = "postAdvertisement",
      summary = "ADVERTISE_KEYS: the caller's signed KeyAdvertisement")
  @PostMapping(
      path = "/advertisement",
      consumes = {ProtocolMedia.SECAGG, ProtocolMedia.BYTES})
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Problems({
    ProblemType.NOT_IN_COHORT,
    ProblemType.WRONG_PHASE,
    ProblemType.MESSAGE_CONFLICT,
    ProblemType.MALFORMED_MESSAGE,
    ProblemType.BAD_SIGNATURE,
    ProblemType.DIGEST_MISMATCH,
    ProblemType.SESSION_OVER
  })
  void advertisement(
      @PathVariable String roundId,
      @AuthenticationPrincipal ParticipantPrincipal caller,
      InputStream body)
      throws IOException {
    receive(roundId, caller, body, KeyAdvertisement::decode);
  }

  @Operation(
      operationId = "postSeed",
      summary = "REVEAL_SEED: the caller's part of the sharing graph's seed (SeedReveal)")
  @PostMapping(
      path = "/seed",
      consumes = {ProtocolMedia.SECAGG, ProtocolMedia.BYTES})
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Problems({
    ProblemType.NOT_IN_COHORT,
    ProblemType.WRONG_PHASE,
    ProblemType.MESSAGE_CONFLICT,
    ProblemType.MALFORMED_MESSAGE,
    ProblemType.BAD_SIGNATURE,
    ProblemType.DIGEST_MISMATCH,
    ProblemType.SESSION_OVER
  })
  void seed(
      @PathVariable String roundId,
      @AuthenticationPrincipal ParticipantPrincipal caller,
      InputStream body)
      throws IOException {
    receive(roundId, caller, body, SeedReveal::decode);
  }

  @Operation(
      operationId = "getSeeds",
      summary = "SHARE_KEYS on a random graph: everyone's part of its seed (RevealedSeeds)")
  @GetMapping(path = "/seeds", produces = ProtocolMedia.SECAGG)
  @Problems({ProblemType.NOT_IN_COHORT, ProblemType.WRONG_PHASE})
  byte[] seeds(@PathVariable String roundId, @AuthenticationPrincipal ParticipantPrincipal caller) {
    return send(roundId, caller, RevealedSeeds.class);
  }

  @Operation(
      operationId = "getAdvertisedKeys",
      summary =
          "SHARE_KEYS, on a random graph REVEAL_SEED: everyone's advertised keys (AdvertisedKeys)")
  @GetMapping(path = "/advertised-keys", produces = ProtocolMedia.SECAGG)
  @Problems({ProblemType.NOT_IN_COHORT, ProblemType.WRONG_PHASE})
  byte[] advertisedKeys(
      @PathVariable String roundId, @AuthenticationPrincipal ParticipantPrincipal caller) {
    return send(roundId, caller, AdvertisedKeys.class);
  }

  @Operation(
      operationId = "postShares",
      summary = "SHARE_KEYS: the caller's EncryptedShares for everyone else")
  @PostMapping(
      path = "/shares",
      consumes = {ProtocolMedia.SECAGG, ProtocolMedia.BYTES})
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Problems({
    ProblemType.NOT_IN_COHORT,
    ProblemType.WRONG_PHASE,
    ProblemType.MESSAGE_CONFLICT,
    ProblemType.MALFORMED_MESSAGE,
    ProblemType.BAD_SIGNATURE,
    ProblemType.DIGEST_MISMATCH,
    ProblemType.SESSION_OVER
  })
  void shares(
      @PathVariable String roundId,
      @AuthenticationPrincipal ParticipantPrincipal caller,
      InputStream body)
      throws IOException {
    receive(roundId, caller, body, EncryptedShares::decode);
  }

  @Operation(
      operationId = "getShares",
      summary = "MASKED_INPUT: the shares that others made for the caller (DeliveredShares)")
  @GetMapping(path = "/shares", produces = ProtocolMedia.SECAGG)
  @Problems({ProblemType.NOT_IN_COHORT, ProblemType.WRONG_PHASE})
  byte[] deliveredShares(
      @PathVariable String roundId, @AuthenticationPrincipal ParticipantPrincipal caller) {
    return send(roundId, caller, DeliveredShares.class);
  }

  @Operation(
      operationId = "postCommitment",
      summary = "MASKED_INPUT: the caller's signed commitment to all its staged chunks",
      description = "Taken only when every chunk is staged and the Merkle root is theirs.")
  @PostMapping(
      path = "/commitment",
      consumes = {ProtocolMedia.SECAGG, ProtocolMedia.BYTES})
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Problems({
    ProblemType.NOT_IN_COHORT,
    ProblemType.WRONG_PHASE,
    ProblemType.MESSAGE_CONFLICT,
    ProblemType.MALFORMED_MESSAGE,
    ProblemType.BAD_SIGNATURE,
    ProblemType.DIGEST_MISMATCH,
    ProblemType.SESSION_OVER,
    ProblemType.CHUNKS_MISSING
  })
  void commitment(
      @PathVariable String roundId,
      @AuthenticationPrincipal ParticipantPrincipal caller,
      InputStream body)
      throws IOException {
    receive(roundId, caller, body, MaskedInputCommitment::decode);
  }

  @Operation(
      operationId = "getSurvivors",
      summary = "CONSISTENCY_CHECK: whose inputs are to be summed (SurvivorList)")
  @GetMapping(path = "/survivors", produces = ProtocolMedia.SECAGG)
  @Problems({ProblemType.NOT_IN_COHORT, ProblemType.WRONG_PHASE})
  byte[] survivors(
      @PathVariable String roundId, @AuthenticationPrincipal ParticipantPrincipal caller) {
    return send(roundId, caller, SurvivorList.class);
  }

  @Operation(
      operationId = "postSurvivorSignature",
      summary = "CONSISTENCY_CHECK: the caller's signature of the survivor list")
  @PostMapping(
      path = "/survivor-signature",
      consumes = {ProtocolMedia.SECAGG, ProtocolMedia.BYTES})
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Problems({
    ProblemType.NOT_IN_COHORT,
    ProblemType.WRONG_PHASE,
    ProblemType.MESSAGE_CONFLICT,
    ProblemType.MALFORMED_MESSAGE,
    ProblemType.BAD_SIGNATURE,
    ProblemType.DIGEST_MISMATCH,
    ProblemType.SESSION_OVER
  })
  void survivorSignature(
      @PathVariable String roundId,
      @AuthenticationPrincipal ParticipantPrincipal caller,
      InputStream body)
      throws IOException {
    receive(roundId, caller, body, SurvivorSignature::decode);
  }

  @Operation(
      operationId = "getUnmaskRequest",
      summary = "UNMASK: who the survivors are, with the signatures of the caller's neighbours")
  @GetMapping(path = "/unmask-request", produces = ProtocolMedia.SECAGG)
  @Problems({ProblemType.NOT_IN_COHORT, ProblemType.WRONG_PHASE})
  byte[] unmaskRequest(
      @PathVariable String roundId, @AuthenticationPrincipal ParticipantPrincipal caller) {
    return send(roundId, caller, UnmaskRequest.class);
  }

  @Operation(
      operationId = "postUnmaskAnswer",
      summary = "UNMASK: for every participant either a self-mask share or a mask-key share")
  @PostMapping(
      path = "/unmask-answer",
      consumes = {ProtocolMedia.SECAGG, ProtocolMedia.BYTES})
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Problems({
    ProblemType.NOT_IN_COHORT,
    ProblemType.WRONG_PHASE,
    ProblemType.MESSAGE_CONFLICT,
    ProblemType.MALFORMED_MESSAGE,
    ProblemType.BAD_SIGNATURE,
    ProblemType.DIGEST_MISMATCH,
    ProblemType.SESSION_OVER
  })
  void unmaskAnswer(
      @PathVariable String roundId,
      @AuthenticationPrincipal ParticipantPrincipal caller,
      InputStream body)
      throws IOException {
    receive(roundId, caller, body, UnmaskAnswer::decode);
  }

  private interface Decoder {
    ParticipantMessage decode(byte[] encoded) throws GeneralSecurityException;
  }

  private void receive(
      String roundId, ParticipantPrincipal caller, InputStream body, Decoder decoder)
      throws IOException {
    byte[] encoded = body.readNBytes(ParticipantMessage.MAX_ENCODED_BYTES + 1);
    if (encoded.length > ParticipantMessage.MAX_ENCODED_BYTES) {
      throw new ProblemException(
          ProblemType.PAYLOAD_TOO_LARGE,
          "A protocol message has at most " + ParticipantMessage.MAX_ENCODED_BYTES + " bytes");
    }
    caller.requireBody(Digest.of(encoded));
    ParticipantMessage message;
    try {
      message = decoder.decode(encoded);
    } catch (GeneralSecurityException e) {
      throw new ProblemException(
          ProblemType.MALFORMED_MESSAGE, "The body is not the message expected here", e);
    }
    if (!message.sender().equals(caller.id())) {
      throw new ProblemException(
          ProblemType.FORBIDDEN, "The message's sender is not the participant that sent it");
    }
    rounds.receive(RoundIds.parse(roundId), caller.id(), message);
    observer.transferred(Direction.IN, Kind.MESSAGE, encoded.length);
  }

  private byte[] send(
      String roundId, ParticipantPrincipal caller, Class<? extends CoordinatorMessage> type) {
    byte[] encoded =
        rounds
            .messageFor(caller.id(), RoundIds.parse(roundId))
            .filter(type::isInstance)
            .orElseThrow(() ->
                new ProblemException(
                    ProblemType.WRONG_PHASE, "The round has no such message for now"))
            .encode();
    observer.transferred(Direction.OUT, Kind.MESSAGE, encoded.length);
    return encoded;
  }
}
