package io.privirec.client.peer;

import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.Problems;
import io.privirec.secagg.peer.PeerEnvelope;
import io.privirec.secagg.peer.PeerViolation;
import io.privirec.wire.ProblemType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/// Takes envelopes of peers, on the port for peers alone. Who sends is known by what is in them.
@RestController
@Tag(name = "Peers")
final class PeerController {
  static final String PATH = "/v1/peer-messages";
  private static final String MEDIA_TYPE = "application/vnd.privirec.peer.v1";

  /// Envelopes that are read at once.
  private static final int AT_ONCE = 32;

  private final PeerMeetings meetings;
  private final Semaphore reading = new Semaphore(AT_ONCE);

  PeerController(PeerMeetings meetings) {
    this.meetings = meetings;
  }

  @PostMapping(path = PATH, consumes = MEDIA_TYPE)
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Operation(
      operationId = "takePeerMessage",
      summary = "An envelope of another participant for one of this service",
      description =
          "Only on the port for peers (privirec.client.peers.port). It is encrypted for the recipient"
              + " and signed by whose message it is; nothing else says who sends. The same envelope"
              + " again changes nothing. One that comes too early may be sent again.")
  @Problems({
    ProblemType.NOT_FOUND,
    ProblemType.UNKNOWN_SESSION,
    ProblemType.LENGTH_REQUIRED,
    ProblemType.PAYLOAD_TOO_LARGE,
    ProblemType.PEER_MESSAGE_EARLY,
    ProblemType.PEER_MESSAGE_REFUSED,
    ProblemType.TOO_MANY_REQUESTS
  })
  void take(@Parameter(hidden = true) HttpServletRequest request) throws IOException {
    int length = length(request);
    InputStream body = request.getInputStream();
    byte[] head = body.readNBytes(PeerEnvelope.HEAD_BYTES);
    // Somebody who knows of no meeting here must not keep peers from being read.
    if (!meetings.has(PeerEnvelope.contextOf(head))) {
      throw nobody();
    }
    if (!reading.tryAcquire()) {
      throw new ProblemException(
          ProblemType.TOO_MANY_REQUESTS, "%s envelopes are being read".formatted(AT_ONCE));
    }
    try {
      byte[] rest = body.readNBytes(length - head.length);
      byte[] encoded = Arrays.copyOf(head, head.length + rest.length);
      System.arraycopy(rest, 0, encoded, head.length, rest.length);
      takeIn(decode(encoded));
    } finally {
      reading.release();
    }
  }

  private void takeIn(PeerEnvelope envelope) {
    try {
      if (!meetings.receive(envelope)) {
        throw nobody();
      }
    } catch (PeerViolation e) {
      throw new ProblemException(
          e.kind() == PeerViolation.Kind.EARLY
              ? ProblemType.PEER_MESSAGE_EARLY
              : ProblemType.PEER_MESSAGE_REFUSED,
          String.valueOf(e.getMessage()),
          e);
    }
  }

  private static ProblemException nobody() {
    return new ProblemException(
        ProblemType.UNKNOWN_SESSION, "Nobody here computes in such a session now");
  }

  private int length(HttpServletRequest request) {
    int longest = meetings.longestEnvelope();
    long length = request.getContentLengthLong();
    if (length < 0) {
      throw new ProblemException(ProblemType.LENGTH_REQUIRED, "Content-Length is missing");
    }
    if (longest == 0) {
      throw new ProblemException(ProblemType.UNKNOWN_SESSION, "Nobody here meets anybody now");
    }
    if (length > longest) {
      throw new ProblemException(
          ProblemType.PAYLOAD_TOO_LARGE, "An envelope has at most %s bytes".formatted(longest));
    }
    return (int) length;
  }

  private static PeerEnvelope decode(byte[] encoded) {
    try {
      return PeerEnvelope.decode(encoded);
    } catch (GeneralSecurityException e) {
      throw new ProblemException(
          ProblemType.PEER_MESSAGE_REFUSED, "This is no envelope: " + e.getMessage(), e);
    }
  }
}
