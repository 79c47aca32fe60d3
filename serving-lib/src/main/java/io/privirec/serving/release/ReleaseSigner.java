package io.privirec.serving.release;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.SignatureDomain;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.ReleaseManifest.ReleaseFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The coordinator's end of a release: lists the files, writes the manifest and signs it.
public final class ReleaseSigner {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private static final Set<String> OWN =
      Set.of(ReleaseManifest.MANIFEST, ReleaseManifest.SIGNATURE);

  private ReleaseSigner() {}

  /// Makes a release of a directory that holds its other files.
  ///
  /// @param draft everything but the list of files, which is replaced by what is there
  /// @return the manifest as written and signed
  public static ReleaseManifest sign(
      Path directory, ReleaseManifest draft, IdentityKeyPair coordinator) throws IOException {
    ReleaseManifest manifest = withFiles(draft, listed(filesOf(directory)));
    byte[] bytes = MAPPER.writeValueAsBytes(manifest);
    byte[] signature = coordinator.sign(SignatureDomain.RELEASE, bytes);
    Files.write(directory.resolve(ReleaseManifest.MANIFEST), bytes);
    Files.writeString(
        directory.resolve(ReleaseManifest.SIGNATURE),
        Base64.getEncoder().encodeToString(signature));
    return manifest;
  }

  /// One core for each file: they are hundreds of megabytes.
  private static List<ReleaseFile> listed(List<Path> files) throws IOException {
    try {
      return files.parallelStream().map(ReleaseSigner::listed).toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static ReleaseFile listed(Path file) {
    try {
      return new ReleaseFile(
          file.getFileName().toString(), Files.size(file), Digest.ofFile(file).hex());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Everything in the directory, by name; a manifest of an interrupted try is made anew.
  private static List<Path> filesOf(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> !OWN.contains(file.getFileName().toString())).sorted().toList();
    }
  }

  private static ReleaseManifest withFiles(ReleaseManifest draft, List<ReleaseFile> files) {
    return new ReleaseManifest(
        draft.formatVersion(),
        draft.releaseId(),
        draft.sessionId(),
        draft.createdAt(),
        draft.algorithm(),
        draft.model(),
        draft.parameters(),
        draft.catalogue(),
        draft.participants(),
        draft.rosterVersion(),
        draft.cells(),
        draft.cellsLeftOut(),
        draft.smallestAtom(),
        draft.survivors(),
        draft.rounds(),
        draft.protection(),
        draft.privacy(),
        files);
  }
}
