package io.privirec.client.peer;

import io.privirec.client.peer.PeerMeeting.State;
import io.privirec.crypto.digest.Digest;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.peers.PeerFailureException;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.peer.PeerEnvelope;
import io.privirec.secagg.peer.PeerViolation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// All meetings of this process. Thread-safe.
public final class PeerMeetings implements AutoCloseable {
  private final Path directory;
  private final PeerSettings settings;
  private final PeerPost post;
  private final PeerObserver observer;
  private final SecureRandom random;
  private final Map<Key, PeerMeeting> meetings = new HashMap<>();
  private boolean stopped;

  private record Key(String session, ParticipantId participant) {}

  PeerMeetings(
      Path directory,
      PeerSettings settings,
      PeerPost post,
      PeerObserver observer,
      SecureRandom random) {
    this.observer = observer;
    this.directory = directory;
    this.settings = settings;
    this.post = post;
    this.random = random;
  }

  /// Begins what a participant computes with the others, or goes on with it.
  ///
  /// @return the file with what came of it; empty while it is not over
  /// @throws PeerFailureException when they cannot go on; the coordinator has been told
  /// @throws ContributionRefusedException when this participant takes no part in it
  public Optional<Path> attend(PeerCall call) throws PeerFailureException, IOException {
    Key key = new Key(call.session(), call.participant());
    synchronized (this) {
      @Nullable PeerMeeting meeting = meetings.get(key);
      if (meeting != null && !meeting.call().group().equals(call.group())) {
        throw new IllegalStateException("a participant meets one group in a session");
      }
      if (meeting == null || meeting.state() instanceof State.Broken) {
        if (meeting != null) {
          meeting.close();
        }
        if (stopped) {
          return Optional.empty();
        }
        Path own =
            Files.createDirectories(place(call.session()).resolve(key.participant().value()));
        PeerMeeting begun = new PeerMeeting(call, own, settings, post, observer, random);
        meetings.put(key, begun);
        begun.start();
        return Optional.empty();
      }
      return switch (meeting.state()) {
        case State.Done(Path result) -> Optional.of(result);
        case State.Failed(PeerFailureException why) -> throw why;
        case State.Refused(ContributionRefusedException why) -> throw why;
        case State.Running(), State.Broken() -> Optional.empty();
      };
    }
  }

  /// Session ids are not all names of files.
  private Path place(String session) {
    return directory.resolve(
        Digest.of(session.getBytes(StandardCharsets.UTF_8)).hex().substring(0, 32));
  }

  /// Takes in what somebody sent to a participant here.
  ///
  /// @return whether there is such a meeting
  /// @throws PeerViolation when it is not taken in
  public boolean receive(PeerEnvelope envelope) throws PeerViolation {
    @Nullable PeerMeeting meeting;
    synchronized (this) {
      meeting =
          meetings.values().stream()
              .filter(each ->
                  each.call().participant().equals(envelope.to())
                      && each.call().group().context().equals(envelope.context()))
              .findFirst()
              .orElse(null);
    }
    if (meeting == null) {
      return false;
    }
    meeting.receive(envelope);
    return true;
  }

  /// Whether somebody here meets others in this context.
  public synchronized boolean has(Optional<Digest> context) {
    return meetings.values().stream()
        .anyMatch(each -> context.equals(Optional.of(each.call().group().context())));
  }

  /// How many are not over.
  public synchronized int running() {
    return Math.toIntExact(
        meetings.values().stream().filter(each -> each.state() instanceof State.Running).count());
  }

  /// Most bytes of an envelope that somebody here has a use for; 0 while nobody meets anybody.
  public synchronized int longestEnvelope() {
    return meetings.values().stream().mapToInt(PeerMeeting::longestEnvelope).max().orElse(0);
  }

  /// Forgets a meeting of a session that is over for the participant.
  public void forget(String session, ParticipantId participant) throws IOException {
    @Nullable PeerMeeting meeting;
    synchronized (this) {
      meeting = meetings.remove(new Key(session, participant));
    }
    if (meeting != null) {
      meeting.close();
      meeting.awaitEnd();
    }
    Path all = place(session);
    delete(all.resolve(participant.value()));
    try {
      Files.deleteIfExists(all);
    } catch (java.nio.file.DirectoryNotEmptyException _) {
      // Others of this process are in it.
    }
  }

  private static void delete(Path files) throws IOException {
    if (Files.notExists(files)) {
      return;
    }
    try (Stream<Path> walked = Files.walk(files)) {
      List<Path> deepestFirst = walked.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Override
  public synchronized void close() {
    stopped = true;
    meetings.values().forEach(PeerMeeting::close);
    post.close();
  }
}
