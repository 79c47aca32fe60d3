package io.privirec.secagg.peer;

import io.privirec.crypto.aead.AesGcm;
import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.agreement.AgreementPublicKey;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.encoding.CanonicalWriter;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.peer.PeerViolation.Kind;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One peer's side: what it has of each step, and what its neighbours do not have yet.
///
/// Each peer says one message a step: in step 0 its public key, then vectors of one length. In a
/// hybrid agreement a message with encapsulations goes between the two: a peer says it as soon as
/// it has the keys of all peers, and step 0 is complete when the encapsulations are there, too.
/// Keys and encapsulations reach all peers; how vectors go, [PeerSpread] says. A step is complete
/// with the messages of everybody whose are awaited. A peer is never more than a step ahead of its
/// neighbours, so that messages of three steps are held, and no more: what is older or further
/// ahead is not kept. What comes twice counts once.
///
/// Holds no clock, sends nothing, and remembers nothing after a restart: a peer that has lost what
/// it had is sent it again ([#forgetDeliveries]). Thread-safe.
public final class PeerParty {
  private static final Ring RING = Ring.BITS_64;

  /// For which what neighbours could tell each other is passed on, after a loss.
  private static final int STEPS_OF_HELP = 32;

  private static final ByteString NO_ENCAPSULATION = ByteString.copyOf(new byte[0]);
  private static final byte[] HEARD = "secagg/v1/peer-heard\0".getBytes(StandardCharsets.US_ASCII);

  private final PeerGroup group;
  private final ParticipantId self;
  private final IdentityKeyPair identity;
  private final AgreementKeyPair agreement;
  private final SortedSet<ParticipantId> neighbours;
  private final PeerSpread spread;
  private final int length;
  private final SecureRandom random;
  private final Runnable changed;

  /// The step of a [PeerMessage] that has the first vector: this class counts vectors from 1.
  private final int firstVector;

  /// By step of the message, then by whose they are.
  private final TreeMap<Integer, TreeMap<ParticipantId, PeerMessage>> messages = new TreeMap<>();

  /// By step of the message, digest of what everybody has said before it.
  private final TreeMap<Integer, Digest> heardBefore = new TreeMap<>();

  private final Set<Delivery> delivered = new HashSet<>();
  private @Nullable PeerKeys keys;
  private int current;

  /// The last step in which it passes on what its neighbours could tell each other.
  private int helpsUntil = -1;

  /// A message that a neighbour has.
  private record Delivery(ParticipantId neighbour, int step, ParticipantId sender) {}

  /// Something to send.
  ///
  /// @param step of the message
  /// @param sender whose message it is
  /// @param envelope for the neighbour, encoded
  public record Outgoing(
      ParticipantId neighbour, int step, ParticipantId sender, ByteString envelope) {}

  /// A peer that has said its public key.
  ///
  /// @param agreement of the group's kind, for this group alone; after a restart the same
  /// @param neighbours whom it sends to and hears from
  /// @param spread how vectors go
  /// @param length numbers of a vector, each of 8 bytes
  /// @param changed is run after something new is there to send or to go on with; must be quick
  public PeerParty(
      PeerGroup group,
      ParticipantId self,
      IdentityKeyPair identity,
      AgreementKeyPair agreement,
      SortedSet<ParticipantId> neighbours,
      PeerSpread spread,
      int length,
      SecureRandom random,
      Runnable changed) {
    if (!group.key(self).equals(Optional.of(identity.publicKey()))) {
      throw new IllegalArgumentException(self + " has another key in the group");
    }
    if (agreement.agreement() != group.agreement()) {
      throw new IllegalArgumentException(
          "the group agrees by %s. Provided value: %s"
              .formatted(group.agreement(), agreement.agreement()));
    }
    if (neighbours.isEmpty()
        || neighbours.contains(self)
        || !group.members().keySet().containsAll(neighbours)) {
      throw new IllegalArgumentException("neighbours must be other members of the group");
    }
    this.group = group;
    this.self = self;
    this.identity = identity;
    this.agreement = agreement;
    this.neighbours = Collections.unmodifiableSortedSet(new TreeSet<>(neighbours));
    this.spread = spread;
    this.length = length;
    this.random = random;
    this.changed = changed;
    this.firstVector =
        group.agreement().encapsulationBytes() > 0
            ? PeerMessage.ENCAPSULATIONS + 1
            : PeerMessage.KEYS + 1;
    keep(own(PeerMessage.KEYS, agreement.publicKey().bytes()));
  }

  private boolean masked() {
    return spread != PeerSpread.IN_CLEAR;
  }

  public Digest context() {
    return group.context();
  }

  public ParticipantId self() {
    return self;
  }

  public SortedSet<ParticipantId> neighbours() {
    return neighbours;
  }

  /// Most bytes of an envelope that this peer has a use for.
  public int longestEnvelope() {
    int message =
        256
            + Math.max(
                Math.max(
                    group.agreement().publicKeyBytes(),
                    PeerEncapsulations.bodyBytes(group, group.members().firstKey())),
                length * Long.BYTES);
    return PeerEnvelope.OVERHEAD_BYTES + AesGcm.sealedBytes(message);
  }

  /// Takes in what a neighbour sent.
  ///
  /// @return whether it was new
  /// @throws PeerViolation naming why it was not taken in
  public synchronized boolean receive(PeerEnvelope envelope) throws PeerViolation {
    require(
        envelope.context().equals(group.context()) && envelope.to().equals(self),
        "an envelope is for somebody else");
    require(neighbours.contains(envelope.from()), "an envelope is from no neighbour");
    PeerMessage message = open(envelope);
    require(message.context().equals(group.context()), "a message is of another group");
    require(
        envelope.sealed() == isVector(message.step()),
        "keys and encapsulations go in clear, and nothing else does");
    require(
        isPassedOn(message.step()) || message.sender().equals(envelope.from()),
        "a vector in clear is from whoever sends it");
    Optional<PublicIdentityKey> key = group.key(message.sender());
    require(key.isPresent(), "a message is of no member of the group");
    require(
        message.body().sizeBytes() == bodyBytes(message.step(), message.sender()),
        "a message has another length than those of its step");
    if (message.step() > current + 1) {
      throw new PeerViolation(
          Kind.EARLY,
          Optional.empty(),
          "step %s is more than one ahead of %s".formatted(message.step(), current));
    }
    if (isVector(message.step()) && message.step() < current - 1) {
      return false;
    }
    PeerMessage known =
        messages.getOrDefault(message.step(), new TreeMap<>()).get(message.sender());
    if (known != null && known.body().equals(message.body())) {
      markDelivered(envelope.from(), message.step(), message.sender());
      return false;
    }
    require(message.isSignedBy(key.get()), "a signature does not verify");
    if (known != null) {
      throw new PeerViolation(
          Kind.EQUIVOCATED,
          Optional.of(message.sender()),
          "%s has said two things in step %s".formatted(message.sender(), message.step()));
    }
    requireUsable(message);
    keep(message);
    markDelivered(envelope.from(), message.step(), message.sender());
    sayEncapsulations();
    changed.run();
    return true;
  }

  private int bodyBytes(int step, ParticipantId sender) {
    if (isVector(step)) {
      return length * Long.BYTES;
    }
    return step == PeerMessage.KEYS
        ? group.agreement().publicKeyBytes()
        : PeerEncapsulations.bodyBytes(group, sender);
  }

  private void requireUsable(PeerMessage message) throws PeerViolation {
    try {
      if (message.step() == PeerMessage.KEYS) {
        AgreementPublicKey.fromBytes(group.agreement(), message.body().bytes()).requireUsable();
      } else if (!isVector(message.step())) {
        PeerEncapsulations.decode(group, message.sender(), message.body().bytes());
      }
    } catch (GeneralSecurityException e) {
      throw new PeerViolation(
          Kind.EQUIVOCATED,
          Optional.of(message.sender()),
          "of %s: %s".formatted(message.sender(), e.getMessage()));
    }
  }

  /// In a hybrid agreement, says the encapsulations once the keys of all peers are there. After a
  /// restart they are the same bytes.
  private void sayEncapsulations() throws PeerViolation {
    boolean isDue =
        firstVector > PeerMessage.ENCAPSULATIONS
            && missingAt(PeerMessage.KEYS).isEmpty()
            && missingAt(PeerMessage.ENCAPSULATIONS).contains(self);
    if (!isDue) {
      return;
    }
    SortedMap<ParticipantId, AgreementPublicKey> published = published();
    try {
      PeerEncapsulations own =
          new PeerEncapsulations(
              PeerKeys.context(group, published), PeerKeys.encapsulate(self, agreement, published));
      keep(own(PeerMessage.ENCAPSULATIONS, own.encode()));
      current = PeerMessage.ENCAPSULATIONS;
    } catch (InvalidKeyException e) {
      throw noAgreement(e);
    }
  }

  private SortedMap<ParticipantId, AgreementPublicKey> published() {
    SortedMap<ParticipantId, AgreementPublicKey> published = new TreeMap<>();
    Objects.requireNonNull(messages.get(PeerMessage.KEYS))
        .forEach((id, message) ->
            published.put(
                id, AgreementPublicKey.fromBytes(group.agreement(), message.body().bytes())));
    return published;
  }

  private static void require(boolean condition, String message) throws PeerViolation {
    if (!condition) {
      throw new PeerViolation(Kind.FORGED, Optional.empty(), message);
    }
  }

  private PeerMessage open(PeerEnvelope envelope) throws PeerViolation {
    try {
      byte[] content = envelope.content().bytes();
      if (!envelope.sealed()) {
        return PeerMessage.decode(content);
      }
      if (keys == null) {
        throw new PeerViolation(Kind.EARLY, Optional.empty(), "not everybody's key is known yet");
      }
      return PeerMessage.decode(
          AesGcm.open(
                  keys.from(envelope.from()),
                  PeerEnvelope.associatedData(group.context(), envelope.from(), self),
                  content)
              .expose());
    } catch (PeerViolation violation) {
      throw violation;
    } catch (GeneralSecurityException e) {
      PeerViolation forged =
          new PeerViolation(Kind.FORGED, Optional.empty(), "an envelope does not open");
      forged.initCause(e);
      throw forged;
    }
  }

  /// Whether a message of this step has a vector.
  private boolean isVector(int step) {
    return step >= firstVector;
  }

  /// The step of the messages that have vectors of a step.
  private int stepOfMessages(int step) {
    return step + firstVector - 1;
  }

  private boolean isPassedOn(int step) {
    return masked() || !isVector(step);
  }

  private void keep(PeerMessage message) {
    messages.computeIfAbsent(message.step(), _ -> new TreeMap<>()).put(message.sender(), message);
  }

  private void markDelivered(ParticipantId neighbour, int step, ParticipantId sender) {
    delivered.add(new Delivery(neighbour, step, sender));
  }

  /// Goes on to a step with the own vector. The same step may be said again, with the same vector.
  ///
  /// @param vector of the session's length; masked here, where vectors are
  /// @param heard what everybody has said before, see [#heard]: of step 1 the group's context.
  ///   Masks depend on it
  /// @param first is told SHA-256 of what is sent, before anybody can have it; whatever it throws
  ///   ends this, and nothing was said. Whoever says a step again after a restart must have the
  ///   same, since one mask covers one vector
  public synchronized void say(int step, long[] vector, Digest heard, Consumer<Digest> first) {
    int said = stepOfMessages(step);
    if (step < 1 || said < current || vector.length != length) {
      throw new IllegalArgumentException(
          "step %s of %s numbers after message %s".formatted(step, vector.length, current));
    }
    RingVector values = RingVector.zero(RING, length);
    for (int n = 0; n < length; n++) {
      values.setReduced(n, vector[n]);
    }
    if (masked()) {
      agreed().masks(step, heard).addTo(step, values);
    }
    byte[] body = new byte[RING.packedBytes(length)];
    values.packInto(body, 0, 0, length);
    PeerMessage own = own(said, body);
    first.accept(Digest.of(body));
    current = said;
    heardBefore.put(said, heard);
    heardBefore.headMap(current - 1).clear();
    messages.headMap(current - 1).keySet().removeIf(this::isVector);
    delivered.removeIf(old -> isVector(old.step()) && old.step() < current - 1);
    keep(own);
    changed.run();
  }

  private PeerMessage own(int step, byte[] body) {
    PeerMessage own = PeerMessage.sign(group.context(), self, step, body, identity);
    PeerMessage before = messages.getOrDefault(step, new TreeMap<>()).get(self);
    if (before != null && !before.equals(own)) {
      throw new IllegalStateException("step " + step + " was said with another vector");
    }
    return own;
  }

  /// Whether everybody's message of a step is there that is awaited.
  ///
  /// @param step 0: whatever [#agree] needs; from 1 on: vectors
  public boolean isComplete(int step) {
    return missing(step).isEmpty();
  }

  /// Whose message of a step is awaited.
  ///
  /// @param step 0: whatever [#agree] needs; from 1 on: vectors
  public synchronized SortedSet<ParticipantId> missing(int step) {
    if (step > 0) {
      return missingAt(stepOfMessages(step));
    }
    for (int message = PeerMessage.KEYS; !isVector(message); message++) {
      SortedSet<ParticipantId> missing = missingAt(message);
      if (!missing.isEmpty()) {
        return missing;
      }
    }
    return Collections.emptySortedSet();
  }

  /// @param step of the messages
  private SortedSet<ParticipantId> missingAt(int step) {
    SortedSet<ParticipantId> missing =
        new TreeSet<>(isPassedOn(step) ? group.members().keySet() : neighbours);
    missing.removeAll(messages.getOrDefault(step, new TreeMap<>()).keySet());
    return missing;
  }

  /// Agrees on keys with all peers, once step 0 is complete.
  ///
  /// @throws PeerViolation naming the peer whose key or encapsulation gives no agreement, or whose
  ///   encapsulations are for other keys than those that this peer was told
  public synchronized void agree() throws PeerViolation {
    if (!isComplete(PeerMessage.KEYS)) {
      throw new IllegalStateException("no agreement without " + missing(PeerMessage.KEYS));
    }
    SortedMap<ParticipantId, AgreementPublicKey> published = published();
    try {
      keys = PeerKeys.agree(group, self, agreement, published, received(published));
    } catch (GeneralSecurityException e) {
      throw noAgreement(e);
    }
  }

  /// The encapsulations for this peer, of all peers before it.
  private SortedMap<ParticipantId, ByteString> received(
      SortedMap<ParticipantId, AgreementPublicKey> published) throws GeneralSecurityException {
    SortedMap<ParticipantId, ByteString> received = new TreeMap<>();
    if (firstVector == PeerMessage.ENCAPSULATIONS) {
      published.headMap(self).keySet().forEach(id -> received.put(id, NO_ENCAPSULATION));
      return received;
    }
    Digest context = PeerKeys.context(group, published);
    for (var said : Objects.requireNonNull(messages.get(PeerMessage.ENCAPSULATIONS)).entrySet()) {
      ParticipantId sender = said.getKey();
      PeerEncapsulations encapsulations =
          PeerEncapsulations.decode(group, sender, said.getValue().body().bytes());
      if (!encapsulations.keys().equals(context)) {
        throw new InvalidKeyException(sender + " was told other keys");
      }
      if (sender.compareTo(self) < 0) {
        received.put(sender, encapsulations.to(group, sender, self));
      }
    }
    return received;
  }

  private static PeerViolation noAgreement(GeneralSecurityException cause) {
    PeerViolation violation =
        new PeerViolation(Kind.FORGED, Optional.empty(), "no agreement: " + cause.getMessage());
    violation.initCause(cause);
    return violation;
  }

  private PeerKeys agreed() {
    if (keys == null) {
      throw new IllegalStateException("keys are not agreed on yet");
    }
    return keys;
  }

  /// Digest of what everybody has said up to a complete step that was said here, the first one
  /// included: the same for all who have heard the same.
  public synchronized Digest heard(int step) {
    CanonicalWriter all =
        CanonicalWriter.untyped()
            .fixed(HEARD)
            .fixed(
                Objects.requireNonNull(heardBefore.get(stepOfMessages(step)), "not said").bytes())
            .u31(step);
    complete(step)
        .values()
        .forEach(message -> all.fixed(Digest.of(message.body().bytes()).bytes()));
    return Digest.of(all.toByteArray());
  }

  /// The sum of everybody's vectors of a complete step, modulo 2⁶⁴: what the masks leave.
  public synchronized long[] total(int step) {
    RingVector sum = RingVector.zero(RING, length);
    complete(step).values().forEach(message -> sum.addPacked(message.body().bytes(), 0, 0, length));
    return numbers(sum);
  }

  /// Everybody's vector of a complete step whose is awaited, the own one among them.
  public synchronized SortedMap<ParticipantId, long[]> vectors(int step) {
    SortedMap<ParticipantId, long[]> vectors = new TreeMap<>();
    complete(step)
        .forEach((id, message) -> {
          RingVector values = RingVector.zero(RING, length);
          values.addPacked(message.body().bytes(), 0, 0, length);
          vectors.put(id, numbers(values));
        });
    return vectors;
  }

  private SortedMap<ParticipantId, PeerMessage> complete(int step) {
    if (!isComplete(step)) {
      throw new IllegalStateException("step %s lacks %s".formatted(step, missing(step)));
    }
    return Objects.requireNonNull(messages.get(stepOfMessages(step)));
  }

  private long[] numbers(RingVector values) {
    long[] numbers = new long[length];
    for (int n = 0; n < length; n++) {
      numbers[n] = values.getSigned(n);
    }
    return numbers;
  }

  /// What a neighbour is not known to have, oldest first, one envelope; empty when there is none.
  /// Vectors wait until keys are agreed on.
  public synchronized Optional<Outgoing> next(ParticipantId neighbour) {
    for (var step : messages.entrySet()) {
      if (isVector(step.getKey()) && keys == null) {
        break;
      }
      for (PeerMessage message : step.getValue().values()) {
        boolean goes =
            !message.sender().equals(neighbour)
                && (message.sender().equals(self) || passesOn(message.step()))
                && !delivered.contains(new Delivery(neighbour, message.step(), message.sender()));
        if (goes) {
          return Optional.of(
              new Outgoing(
                  neighbour, message.step(), message.sender(), enclosed(message, neighbour)));
        }
      }
    }
    return Optional.empty();
  }

  /// Where all are neighbours, everybody has a vector from whoever says it, unless somebody was
  /// waited for in vain not long ago. So it is with encapsulations, which are as long as vectors.
  private boolean passesOn(int step) {
    if (step == PeerMessage.KEYS || spread == PeerSpread.PASSED_ON) {
      return true;
    }
    boolean helps = current <= helpsUntil;
    return isVector(step)
        ? masked() && helps
        : helps || neighbours.size() < group.members().size() - 1;
  }

  private ByteString enclosed(PeerMessage message, ParticipantId neighbour) {
    byte[] encoded = message.encode();
    boolean sealed = isVector(message.step());
    byte[] content =
        sealed
            ? AesGcm.seal(
                agreed().to(neighbour),
                PeerEnvelope.associatedData(group.context(), self, neighbour),
                SecretBytes.copyOf(encoded),
                random)
            : encoded;
    return ByteString.copyOf(
        new PeerEnvelope(group.context(), self, neighbour, sealed, ByteString.copyOf(content))
            .encode());
  }

  /// A neighbour has it.
  public synchronized void delivered(Outgoing sent) {
    markDelivered(sent.neighbour(), sent.step(), sent.sender());
  }

  /// Somebody was waited for in vain: for a while, what neighbours could tell each other is passed
  /// on, too.
  public synchronized void passOnForAWhile() {
    helpsUntil = current + STEPS_OF_HELP;
    changed.run();
  }

  /// A neighbour may have lost what it had: it is sent everything again that is held.
  public synchronized void forgetDeliveries(ParticipantId neighbour) {
    delivered.removeIf(each -> each.neighbour().equals(neighbour));
  }

  @Override
  public String toString() {
    return "PeerParty[%s in step %s]".formatted(self, current);
  }
}
