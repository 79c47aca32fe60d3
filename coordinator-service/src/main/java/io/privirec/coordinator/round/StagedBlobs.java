package io.privirec.coordinator.round;

import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundRecord;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Comparator;
import java.util.stream.Stream;

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
  void sweepDrafts(Instant untouchedSince) throws IOException {
    try (Stream<Path> drafts = Files.list(root.resolve(DRAFTS))) {
      for (Path draft : drafts.toList()) {
        if (Files.getLastModifiedTime(draft).toInstant().isBefore(untouchedSince)) {
          Files.deleteIfExists(draft);
        }
      }
    }
  }

  /// Makes the directories of a round. Only rounds prepared so can take chunks.
  void prepare(RoundRecord terms) throws IOException {
    for (CohortMember member : terms.cohort()) {
      Files.createDirectories(directory(terms.id(), member.id()));
    }
  }

  /// A new, empty file to receive a chunk.
  Path draft() throws IOException {
    return Files.createTempFile(root.resolve(DRAFTS), "chunk", "");
  }

  /// Moves a complete, synced draft to its place.
  void place(Path draft, RoundId round, ParticipantId participant, int chunk) throws IOException {
    Files.move(draft, file(round, participant, chunk), StandardCopyOption.ATOMIC_MOVE);
  }

  /// Makes the names of a participant's chunks durable.
  void seal(RoundId round, ParticipantId participant) throws IOException {
    try (FileChannel directory =
        FileChannel.open(directory(round, participant), StandardOpenOption.READ)) {
      directory.force(true);
    }
  }

  /// Whether a recorded chunk lies in its place: a power failure may have taken its name.
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
    deleteTree(root.resolve(round.hex()));
  }

  private Path directory(RoundId round, ParticipantId participant) {
    return root.resolve(round.hex()).resolve(participant.value());
  }

  static void deleteTree(Path tree) throws IOException {
    if (Files.notExists(tree)) {
      return;
    }
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
