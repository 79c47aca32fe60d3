package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.crypto.signature.SignatureDomain;
import io.privirec.wire.CoordinatorInfo;
import io.privirec.wire.ReleaseManifest.ReleaseFile;
import io.privirec.wire.ReleaseView;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A published release, as anyone downloads and checks it.
class ReleaseDownloadTest {
  private static String published;
  private final RunningCoordinator coordinator = RunningCoordinator.shared();
  private final Api api = coordinator.api();
  private final String release = publishOnce();

  @Test
  void release_published_isSignedAndComplete() throws Exception {
    ReleaseView view = api.get("/v1/releases/" + release).as(ReleaseView.class);
    PublicIdentityKey key =
        PublicIdentityKey.parse(api.get("/v1/coordinator").as(CoordinatorInfo.class).publicKey());

    byte[] manifest = file("manifest.json").bytes();
    byte[] signature = Base64.getDecoder().decode(file("manifest.json.sig").text());

    assertThat(key.verify(SignatureDomain.RELEASE, manifest, signature)).isTrue();
    assertThat(view.manifestSha256()).isEqualTo(Digest.of(manifest).hex());
    assertThat(view.manifest().files())
        .extracting(ReleaseFile::name)
        .containsExactly(
            "catalogue.ndjson",
            "factored-filter.safetensors",
            "factors.safetensors",
            "filter.safetensors",
            "item-degrees.safetensors");
    for (ReleaseFile described : view.manifest().files()) {
      byte[] bytes = file(described.name()).bytes();
      assertThat(Digest.of(bytes).hex()).isEqualTo(described.sha256());
      assertThat(bytes).hasSize((int) described.bytes());
    }
    assertThat(view.manifest().privacy().statement()).contains("no differential privacy");
    assertThat(api.get("/v1/releases").text()).contains(release);
    assertThat(api.get("/v1/releases/latest").status()).isEqualTo(200);
  }

  @Test
  void file_rangeAndConditional_areServed() {
    byte[] whole = file("factors.safetensors").bytes();
    String tag = file("factors.safetensors").headers().firstValue("ETag").orElseThrow();

    Api.Answer part = api.send(request("factors.safetensors").header("Range", "bytes=10-29"));
    Api.Answer same = api.send(request("factors.safetensors").header("If-None-Match", tag));

    assertThat(part.status()).isEqualTo(206);
    assertThat(part.body()).isEqualTo(Arrays.copyOfRange(whole, 10, 30));
    assertThat(same.status()).isEqualTo(304);
    assertThat(tag).isEqualTo('"' + Digest.of(whole).hex() + '"');
    assertThat(file("factors.safetensors").headers().firstValue("Cache-Control").orElseThrow())
        .contains("immutable");
  }

  @Test
  void releaseAndList_thatTheCallerHas_areNotSentAgain() {
    for (String path : new String[] {"/v1/releases", "/v1/releases/latest", "/v1/catalogue"}) {
      String tag = api.get(path).headers().firstValue("ETag").orElseThrow();
      Api.Answer same =
          api.send(HttpRequest.newBuilder(api.uri(path)).header("If-None-Match", tag));
      assertThat(same.status()).as(path).isEqualTo(304);
      assertThat(same.body()).isEmpty();
    }
  }

  @Test
  void list_pageByPage_hasEachReleaseOnce_newestFirst() {
    publish("release-of-pages");
    List<String> all = ids(api.get("/v1/releases?limit=500"));
    assertThat(all).hasSizeGreaterThan(1);
    assertThat(ids(api.get("/v1/releases"))).isEqualTo(all.subList(0, Math.min(100, all.size())));

    List<String> pages = new ArrayList<>();
    List<String> page = ids(api.get("/v1/releases?limit=1"));
    while (!page.isEmpty()) {
      assertThat(page).hasSize(1);
      pages.addAll(page);
      page = ids(api.get("/v1/releases?limit=1&before=" + page.getLast()));
    }
    assertThat(pages).isEqualTo(all);
  }

  @Test
  void list_badPage_isRefused() {
    for (String limit : new String[] {"0", "501", "-1"}) {
      assertThat(api.get("/v1/releases?limit=" + limit).problem()).isEqualTo("invalid-value");
    }
    assertThat(api.get("/v1/releases?limit=x").problem()).isEqualTo("malformed-request");
    // The last one is no text for the database.
    for (String before : new String[] {"nope", "", "x".repeat(2_000), "%F0%9F%98%80", "%00"}) {
      assertThat(api.get("/v1/releases?before=" + before).problem())
          .as(before)
          .isEqualTo("unknown-release");
    }
  }

  private static List<String> ids(Api.Answer list) {
    return Arrays.stream(list.as(ReleaseView[].class))
        .map(view -> view.manifest().releaseId())
        .toList();
  }

  @Test
  void file_rangeThatItDoesNotHave_isRefusedWithoutTheFile() {
    for (String range : new String[] {"bytes=99999999999-", "bytes=zebra"}) {
      Api.Answer answer = api.send(request("factors.safetensors").header("Range", range));
      assertThat(answer.problem()).as(range).isEqualTo("range-not-satisfiable");
      assertThat(answer.status()).isEqualTo(416);
    }
  }

  @Test
  void file_unknown_isNotFound() {
    assertThat(api.get("/v1/releases/nope").problem()).isEqualTo("unknown-release");
    assertThat(file("coordinator-key").problem()).isEqualTo("not-found");
    assertThat(file("..%2F..%2Fcoordinator-key").status()).isIn(400, 404);
  }

  private Api.Answer file(String name) {
    return api.send(request(name));
  }

  private HttpRequest.Builder request(String name) {
    return HttpRequest.newBuilder(api.uri("/v1/releases/" + release + "/files/" + name));
  }

  private String publishOnce() {
    if (published == null) {
      published = publish("release");
    }
    return published;
  }

  private String publish(String names) {
    return TestCohort.ofOneCell(coordinator, names, 3).runTiny().releaseId();
  }
}
