package io.privirec.client.coordinator;

import io.privirec.crypto.digest.Digest;
import io.privirec.edge.auth.RequestTokenIssuer;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.wire.ChunkStatus;
import io.privirec.wire.LedgerHeadStatement;
import io.privirec.wire.LedgerHeadView;
import io.privirec.wire.PeerFailure;
import io.privirec.wire.SessionView;
import io.privirec.wire.UploadWindow;
import io.privirec.wire.WorkList;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// The coordinator's endpoints for participants, called as one of them. Message bodies are bytes:
/// what they say, and whether to believe it, is the runtime's business. Thread-safe.
public final class ParticipantChannel {
  private static final String MEDIA_TYPE = "application/vnd.privirec.secagg.v1";
  private static final String BYTES = "application/octet-stream";
  private static final Duration POLL_SLACK = Duration.ofSeconds(15);

  private static final int MESSAGE_LIMIT = CoordinatorMessage.MAX_ENCODED_BYTES;

  /// Answers to messages are empty or short, and are not read.
  private static final int ANSWER_LIMIT = 1 << 16;

  /// One envelope may be as long as all others together.
  private static final int PEER_MESSAGES_LIMIT = (16 << 20) + (1 << 16);

  private static final String LEDGER_HEAD = "/v1/privacy/ledger-head";

  private final Exchange exchange;
  private final RequestTokenIssuer tokens;

  ParticipantChannel(Exchange exchange, RequestTokenIssuer tokens) {
    this.exchange = exchange;
    this.tokens = tokens;
  }

  /// What this participant owes; answered at once when there is something, else after the wait.
  public WorkList work(Duration wait) {
    Call call = Call.get("/v1/work?wait=" + wait.toSeconds(), wait.plus(POLL_SLACK));
    return exchange.callJson(call, this::sign, WorkList.class);
  }

  public SessionView session(String sessionId) {
    String path = "/v1/sessions/" + URLEncoder.encode(sessionId, StandardCharsets.UTF_8);
    return exchange.callJson(Call.get(path), this::sign, SessionView.class);
  }

  /// The head of this participant's ledger that the coordinator keeps.
  public LedgerHeadView ledgerHead() {
    return exchange.callJson(Call.get(LEDGER_HEAD), this::sign, LedgerHeadView.class);
  }

  public void putLedgerHead(LedgerHeadStatement statement) {
    byte[] json = JsonMapper.shared().writeValueAsBytes(statement);
    send(
        Call.put(
            LEDGER_HEAD,
            json,
            json.length,
            Digest.of(json),
            Map.of("Content-Type", "application/json")));
  }

  public byte[] signedRecord(RoundId round) {
    return download(round, "record");
  }

  /// What the coordinator tells this participant in the phase that is open.
  public byte[] message(RoundId round) {
    return download(round, "message");
  }

  public void send(RoundId round, byte[] message) {
    send(Call.post(path(round, "messages"), MEDIA_TYPE, message));
  }

  /// Writes the round's broadcast to a file; its digest is the caller's to check.
  ///
  /// @param limitBytes a longer body is not read to its end, and refused
  public void downloadBroadcast(RoundId round, Path target, long limitBytes) {
    exchange.call(
        Call.get(path(round, "broadcast")),
        this::sign,
        limitBytes,
        body -> Files.copy(body, target, StandardCopyOption.REPLACE_EXISTING));
  }

  public ChunkStatus chunks(RoundId round) {
    return exchange.callJson(Call.get(path(round, "chunks")), this::sign, ChunkStatus.class);
  }

  /// The chunks that may be uploaded now, as soon as they reach past one; after the wait as they
  /// are then.
  public UploadWindow window(RoundId round, int past, Duration wait) {
    String query = "window?past=" + past + "&wait=" + wait.toSeconds();
    return exchange.callJson(
        Call.get(path(round, query), wait.plus(POLL_SLACK)), this::sign, UploadWindow.class);
  }

  /// Uploads the first `length` bytes of a buffer, which must not change until this returns.
  public void putChunk(RoundId round, int chunk, byte[] buffer, int length, Digest digest) {
    String contentDigest = "sha-256=:" + Base64.getEncoder().encodeToString(digest.bytes()) + ":";
    Map<String, String> headers = Map.of("Content-Type", BYTES, "Content-Digest", contentDigest);
    send(Call.put(path(round, "chunks/" + chunk), buffer, length, digest, headers));
  }

  /// Has the relay keep an envelope for another participant of the session.
  public void postPeerMessage(String sessionId, ParticipantId to, byte[] envelope) {
    send(
        Call.post(
            peers(sessionId, "peer-messages?to=" + to),
            "application/vnd.privirec.peer.v1",
            envelope));
  }

  /// What waits for this participant at the relay, oldest first; none after the wait.
  ///
  /// @param after the last number that is here: those up to it are forgotten
  public List<PeerMail> peerMessages(String sessionId, long after, Duration wait) {
    String query = "peer-messages?after=" + after + "&wait=" + wait.toSeconds();
    return exchange.call(
        Call.get(peers(sessionId, query), wait.plus(POLL_SLACK)),
        this::sign,
        PEER_MESSAGES_LIMIT,
        body -> {
          List<PeerMail> mail = new ArrayList<>();
          DataInputStream in = new DataInputStream(new BufferedInputStream(body));
          for (int first = in.read(); first >= 0; first = in.read()) {
            byte[] rest = in.readNBytes(Long.BYTES - 1 + Integer.BYTES);
            ByteBuffer head =
                ByteBuffer.allocate(1 + rest.length).put((byte) first).put(rest).flip();
            if (head.remaining() < Long.BYTES + Integer.BYTES) {
              throw new EOFException("a frame of the relay is cut off");
            }
            long number = head.getLong();
            int length = head.getInt();
            if (length < 0 || length > PEER_MESSAGES_LIMIT) {
              throw new IOException("a frame of the relay is too long");
            }
            byte[] envelope = in.readNBytes(length);
            if (envelope.length < length) {
              throw new EOFException("a frame of the relay is cut off");
            }
            mail.add(new PeerMail(number, envelope));
          }
          return mail;
        });
  }

  /// Says that this participant cannot go on with the others of a session, which ends with that.
  public void reportPeers(String sessionId, PeerFailure failure) {
    byte[] json = JsonMapper.shared().writeValueAsBytes(failure);
    send(Call.post(peers(sessionId, "peer-failures"), "application/json", json));
  }

  /// Tells that this participant does not take part in a session.
  public void rejectSession(String sessionId) {
    send(Call.post(pathOf(sessionId) + ":reject"));
  }

  /// Makes a call whose answer says nothing.
  private void send(Call call) {
    exchange.call(call, this::sign, ANSWER_LIMIT, InputStream::readAllBytes);
  }

  private static String peers(String sessionId, String what) {
    return pathOf(sessionId) + "/" + what;
  }

  private static String pathOf(String sessionId) {
    return "/v1/sessions/" + URLEncoder.encode(sessionId, StandardCharsets.UTF_8);
  }

  private byte[] download(RoundId round, String what) {
    return exchange.call(
        Call.get(path(round, what)), this::sign, MESSAGE_LIMIT, InputStream::readAllBytes);
  }

  private static String path(RoundId round, String what) {
    return "/v1/rounds/" + round.hex() + "/" + what;
  }

  private String sign(Call call, URI uri) {
    return "Bearer "
        + call.bodyDigest()
            .map(digest -> tokens.issue(call.method(), uri, digest))
            .orElseGet(() -> tokens.issue(call.method(), uri));
  }
}
