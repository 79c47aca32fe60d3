package io.privirec.serving.release;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.wire.ReleaseManifest.ReleaseFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The releases on this machine. Each has a directory of its name. A release that is still arriving
/// is in a hidden directory, and moves to its name when it is whole and verified. A single process
/// at a time uses the store.
public final class ReleaseStore {
  private static final String ARRIVING = ".arriving-";
  private static final Comparator<VerifiedRelease> BY_AGE =
      Comparator.comparing((VerifiedRelease release) -> release.manifest().createdAt())
          .thenComparing(release -> release.manifest().releaseId());

  private final Path directory;
  private final PublicIdentityKey coordinatorKey;
  private final boolean exact;
  private final UsableSpace disk;

  private ReleaseStore(
      Path directory, PublicIdentityKey coordinatorKey, boolean exact, UsableSpace disk) {
    this.directory = directory;
    this.coordinatorKey = coordinatorKey;
    this.exact = exact;
    this.disk = disk;
  }

  /// Opens the store, made where missing; removes what an interrupted download left.
  ///
  /// @param exact whether what exact scores are made from is kept, too, of releases that have it;
  ///   without it such a release is not intact, and is fetched again
  public static ReleaseStore open(Path directory, PublicIdentityKey coordinatorKey, boolean exact)
      throws IOException {
    return open(directory, coordinatorKey, exact, UsableSpace.of(directory));
  }

  static ReleaseStore open(
      Path directory, PublicIdentityKey coordinatorKey, boolean exact, UsableSpace disk)
      throws IOException {
    Files.createDirectories(directory);
    for (Path child : children(directory)) {
      if (child.getFileName().toString().startsWith(ARRIVING)) {
        delete(child);
      }
    }
    return new ReleaseStore(directory, coordinatorKey, exact, disk);
  }

  /// Whether a release may have that id at all.
  public static boolean isReleaseId(String text) {
    return SignedManifest.isPlainName(text);
  }

  /// Returns the files to fetch of a release.
  List<ReleaseFile> filesToFetch(SignedManifest signed) {
    Set<String> names = signed.served(exact);
    return signed.manifest().files().stream().filter(file -> names.contains(file.name())).toList();
  }

  /// Claims the disk for files of a release on its way.
  ///
  /// @throws NoRoomException if the disk has less room than these files and the reserve need
  UsableSpace.Claim claim(Path arriving, String releaseId, List<ReleaseFile> files)
      throws IOException {
    long needed = files.stream().mapToLong(ReleaseFile::bytes).sum();
    return disk.claim(arriving, needed, "the files of release %s have".formatted(releaseId));
  }

  PublicIdentityKey coordinatorKey() {
    return coordinatorKey;
  }

  /// The releases that are intact and signed, the newest that answers from histories first, those
  /// of popularity last.
  public List<VerifiedRelease> bestFirst() throws IOException {
    List<VerifiedRelease> intact = new ArrayList<>();
    for (String id : ids()) {
      find(id).ifPresent(intact::add);
    }
    intact.sort(VerifiedRelease.BY_WORTH.reversed());
    return intact;
  }

  /// The release of that id, if it is here, intact and signed.
  public Optional<VerifiedRelease> find(String releaseId) throws IOException {
    Path release = directory.resolve(releaseId);
    if (!SignedManifest.isPlainName(releaseId) || !Files.isDirectory(release)) {
      return Optional.empty();
    }
    try {
      return Optional.of(ReleaseVerifier.verify(release, coordinatorKey, exact));
    } catch (ReleaseVerificationException e) {
      return Optional.empty();
    }
  }

  /// Removes all but the newest releases and some others, and whatever does not verify.
  ///
  /// @param others ids of releases that stay, however old
  public void keepNewest(int count, Set<String> others) throws IOException {
    List<VerifiedRelease> intact = new ArrayList<>();
    for (String id : ids()) {
      Optional<VerifiedRelease> release = find(id);
      if (release.isPresent()) {
        intact.add(release.get());
      } else {
        delete(directory.resolve(id));
      }
    }
    intact.sort(BY_AGE.reversed());
    for (VerifiedRelease old : intact.subList(Math.min(count, intact.size()), intact.size())) {
      if (!others.contains(old.manifest().releaseId())) {
        delete(old.directory());
      }
    }
  }

  /// A new empty directory for a release on its way.
  Path beginArrival() throws IOException {
    return Files.createTempDirectory(directory, ARRIVING);
  }

  /// Verifies what has arrived and gives it its name.
  VerifiedRelease finishArrival(Path arrived) throws IOException, ReleaseVerificationException {
    VerifiedRelease release = ReleaseVerifier.verify(arrived, coordinatorKey, exact);
    Path home = directory.resolve(release.manifest().releaseId());
    if (Files.exists(home)) {
      delete(home);
    }
    Files.move(arrived, home, StandardCopyOption.ATOMIC_MOVE);
    return release.at(home);
  }

  void abandonArrival(Path arriving) throws IOException {
    if (Files.exists(arriving)) {
      delete(arriving);
    }
  }

  private List<String> ids() throws IOException {
    return children(directory).stream()
        .filter(Files::isDirectory)
        .map(child -> child.getFileName().toString())
        .filter(SignedManifest::isPlainName)
        .toList();
  }

  private static List<Path> children(Path directory) throws IOException {
    try (Stream<Path> children = Files.list(directory)) {
      return children.sorted().toList();
    }
  }

  private static void delete(Path tree) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> files = Files.walk(tree)) {
      deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    for (Path file : deepestFirst) {
      Files.delete(file);
    }
  }
}
