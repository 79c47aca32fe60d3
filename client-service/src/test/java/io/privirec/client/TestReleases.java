package io.privirec.client;

import io.privirec.crypto.digest.Digest;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.ReleaseView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/// Serves one signed release directory.
final class TestReleases {
  private TestReleases() {}

  static byte[] answer(Optional<Path> release, String[] path) throws IOException {
    Path directory = release.orElseThrow(() -> new Refusal(404, "no-release"));
    if (path.length == 5) {
      return Files.readAllBytes(directory.resolve(path[4]));
    }
    byte[] manifest = Files.readAllBytes(directory.resolve(ReleaseManifest.MANIFEST));
    return JsonMapper.shared()
        .writeValueAsBytes(
            new ReleaseView(
                JsonMapper.shared().readValue(manifest, ReleaseManifest.class),
                Digest.of(manifest).hex(),
                Files.readString(directory.resolve(ReleaseManifest.SIGNATURE))));
  }

  static Digest digest(Path file) {
    try {
      return Digest.ofFile(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
