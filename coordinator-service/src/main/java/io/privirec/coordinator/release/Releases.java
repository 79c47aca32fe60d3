package io.privirec.coordinator.release;

import io.privirec.coordinator.identity.CoordinatorIdentity;
import io.privirec.coordinator.release.ReleaseDraft.WholeCells;
import io.privirec.coordinator.release.ReleaseRefusal.Reason;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.serving.release.ReleaseSigner;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.ReleaseView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Service;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// Publishes releases and finds them again.
@Service
public final class Releases {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  private final ReleaseStore store;
  private final ReleaseFiles files;
  private final CoordinatorIdentity identity;
  private final Clock clock;

  Releases(ReleaseStore store, ReleaseFiles files, CoordinatorIdentity identity, Clock clock) {
    this.store = store;
    this.files = files;
    this.identity = identity;
    this.clock = clock;
  }

  /// Writes model files into an empty directory.
  @FunctionalInterface
  public interface ModelWriter {
    void write(Path directory) throws IOException;
  }

  /// A file of a release, and the digest that the manifest has of it.
  public record Download(Path path, Digest sha256) {}

  /// Publishes a release, or finds it published: safe to repeat after a crash at any point.
  ///
  /// @return the id of the release
  public String publish(ReleaseDraft draft, Path catalogue, ModelWriter model) throws IOException {
    if (store.find(draft.id()).isPresent()) {
      return draft.id();
    }
    if (!files.has(draft.id())) {
      write(draft, catalogue, model);
    }
    Path directory = files.directory(draft.id());
    byte[] manifest = Files.readAllBytes(directory.resolve(ReleaseManifest.MANIFEST));
    String signature = Files.readString(directory.resolve(ReleaseManifest.SIGNATURE));
    store.insert(
        new Release(
            draft.id(),
            draft.sessionId(),
            ByteString.copyOf(manifest),
            ByteString.copyOf(Base64.getDecoder().decode(signature.strip())),
            parse(manifest).createdAt()));
    return draft.id();
  }

  /// Some releases, newest first: those that are older than the one of an id, or the newest.
  public List<ReleaseView> page(Optional<String> before, int limit) {
    Optional<Release> last =
        before.map(id ->
            // Not every text is one for the database.
            Optional.of(id)
                .filter(io.privirec.serving.release.ReleaseStore::isReleaseId)
                .flatMap(store::find)
                .orElseThrow(() ->
                    new ReleaseRefusal(
                        Reason.UNKNOWN_PAGE_START, "no release of this id, or no longer")));
    return store.page(last, limit).stream().map(Releases::view).toList();
  }

  /// The newest release.
  public ReleaseView latest() {
    return store
        .latest()
        .map(Releases::view)
        .orElseThrow(
            () -> new ReleaseRefusal(Reason.NOTHING_PUBLISHED, "Nothing was published yet"));
  }

  /// The sessions that a release is of.
  public Set<String> sessions() {
    return store.sessions();
  }

  /// One release.
  public ReleaseView require(String id) {
    return view(find(id));
  }

  /// A file of a release; only files of its manifest, the manifest and its signature exist.
  public Download file(String id, String name) {
    Release release = find(id);
    Path path = files.directory(id).resolve(name);
    return switch (name) {
      case ReleaseManifest.MANIFEST -> new Download(path, Digest.of(release.manifest().bytes()));
      case ReleaseManifest.SIGNATURE -> new Download(path, Digest.of(encoded(release)));
      default ->
          parse(release.manifest().bytes()).files().stream()
              .filter(file -> file.name().equals(name))
              .map(file -> new Download(path, Digest.parse(file.sha256())))
              .findFirst()
              .orElseThrow(
                  () -> new ReleaseRefusal(Reason.UNKNOWN_FILE, "No such file in the release"));
    };
  }

  private Release find(String id) {
    return store
        .find(id)
        .orElseThrow(() -> new ReleaseRefusal(Reason.UNKNOWN_RELEASE, "No such release"));
  }

  private void write(ReleaseDraft draft, Path catalogue, ModelWriter model) throws IOException {
    Path directory = files.draft(draft.id());
    try {
      model.write(directory);
      Files.copy(catalogue, directory.resolve(ReleaseManifest.CATALOGUE));
      ReleaseSigner.sign(directory, manifest(draft, clock.instant()), identity.keys());
      files.publish(directory, draft.id());
    } catch (IOException | RuntimeException failed) {
      // It is tried again in a new directory; on a full disk there must be room for that.
      files.discard(directory);
      throw failed;
    }
  }

  /// Everything but the files, which are listed when it is signed.
  private static ReleaseManifest manifest(ReleaseDraft draft, Instant now) {
    return new ReleaseManifest(
        ReleaseManifest.FORMAT_VERSION,
        draft.id(),
        draft.sessionId(),
        now.truncatedTo(ChronoUnit.MILLIS),
        draft.algorithm(),
        draft.model(),
        JSON.convertValue(draft.parameters(), OBJECT),
        new ReleaseManifest.Catalogue(
            draft.catalogue().version(), draft.catalogue().items(), draft.catalogue().sha256()),
        draft.participants(),
        draft.cells().map(WholeCells::rosterVersion).orElse(null),
        draft.cells().map(WholeCells::numbers).orElse(List.of()),
        draft.cells().map(WholeCells::leftOut).orElse(List.of()),
        draft.cells().map(WholeCells::smallestAtom).orElse(null),
        null,
        draft.rounds(),
        PrivacyStatement.protection(draft),
        PrivacyStatement.of(draft),
        List.of());
  }

  private static ReleaseView view(Release release) {
    return new ReleaseView(
        parse(release.manifest().bytes()),
        Digest.of(release.manifest().bytes()).hex(),
        Base64.getEncoder().encodeToString(release.signature().bytes()));
  }

  private static byte[] encoded(Release release) {
    return Base64.getEncoder()
        .encodeToString(release.signature().bytes())
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static ReleaseManifest parse(byte[] manifest) {
    return JSON.readValue(manifest, ReleaseManifest.class);
  }
}
