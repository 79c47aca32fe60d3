package io.privirec.coordinator.round;

import io.privirec.edge.datadir.DurableFiles;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/// Masked chunks on disk: `<round>/<participant>/<chunk>`, each whole or absent.
final class StagedBlobs {
  private static final String DRAFTS = "drafts";

  private final Path root;

  /// @param root directory of all rounds
  StagedBlobs(Path root) throws IOException {
    this.root = root;
    Files.createDirectories(root.resolve(DRAFTS));
  }

  /// Removes drafts that nobody has written to since then: a crash left them.
  ///
  /// @return how many
  int sweepDrafts(Instant untouchedSince) throws IOException {
    int removed = 0;
    for (Path draft : RoundDirectories.list(root.resolve(DRAFTS))) {
      if (RoundDirectories.isOlder(draft, untouchedSince) && Files.deleteIfExists(draft)) {
        removed++;
      }
    }
    return removed;
  }

  /// Rounds that have something here.
  Set<RoundId> rounds() throws IOException {
    return RoundDirectories.in(root);
  }

  /// Whether a round was prepared before then.
  boolean isOlder(RoundId round, Instant then) throws IOException {
    return RoundDirectories.isOlder(root.resolve(round.hex()), then);
  }

  /// Chunks in their places that nobody has written to since then.
  Set<Integer> chunks(RoundId round, ParticipantId participant, Instant untouchedSince)
      throws IOException {
    Set<Integer> chunks = new HashSet<>();
    for (Path file : RoundDirectories.list(directory(round, participant))) {
      if (RoundDirectories.isOlder(file, untouchedSince)) {
        chunks.add(Integer.valueOf(file.getFileName().toString()));
      }
    }
    return chunks;
  }

  /// Removes one chunk.
  void delete(RoundId round, ParticipantId participant, int chunk) throws IOException {
    Files.deleteIfExists(file(round, participant, chunk));
  }

  /// Makes the directories of a round. Only rounds prepared so can take chunks.
  void prepare(RoundRecord terms) throws IOException {
    for (CohortMember member : terms.cohort()) {
      Files.createDirectories(directory(terms.id(), member.id()));
    }
    DurableFiles.syncDirectory(root.resolve(terms.id().hex()));
    DurableFiles.syncDirectory(root);
  }

  /// A new, empty file to receive a chunk.
  Path draft() throws IOException {
    return Files.createTempFile(root.resolve(DRAFTS), "chunk", "");
  }

  /// Moves a complete, synced draft to its place, durably.
  void place(Path draft, RoundId round, ParticipantId participant, int chunk) throws IOException {
    DurableFiles.place(draft, file(round, participant, chunk));
  }

  /// Whether a recorded chunk lies in its place, with the length it must have.
  boolean isWhole(RoundRecord terms, ParticipantId participant, int chunk) throws IOException {
    Path file = file(terms.id(), participant, chunk);
    return Files.exists(file) && Files.size(file) == terms.vector().bytesInChunk(chunk);
  }

  /// Where a staged chunk lies.
  Path file(RoundId round, ParticipantId participant, int chunk) {
    return directory(round, participant).resolve(Integer.toString(chunk));
  }

  /// Removes everything of a round.
  void delete(RoundId round) throws IOException {
    DurableFiles.deleteTree(root.resolve(round.hex()));
  }

  private Path directory(RoundId round, ParticipantId participant) {
    return root.resolve(round.hex()).resolve(participant.value());
  }
}
