package io.privirec.client.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.privirec.client.coordinator.Backoff;
import io.privirec.client.coordinator.CoordinatorClient;
import io.privirec.client.coordinator.PlainHttp;
import io.privirec.crypto.digest.Digest;
import io.privirec.edge.dependency.CoordinatorContact;
import io.privirec.edge.dependency.Outages;
import io.privirec.serving.release.UsableSpace;
import io.privirec.wire.CatalogueItem;
import io.privirec.wire.CatalogueVersion;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// A coordinator whose catalogue is not what it announced.
class CataloguesTest {
  private static final int LINE = CatalogueItem.MAX_LINE_BYTES;

  @TempDir Path directory;
  private HttpServer server;
  private CoordinatorClient client;
  private CatalogueVersion stated;
  private byte[] items;

  /// Requests for items.
  private final AtomicInteger asked = new AtomicInteger();

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          boolean wantsItems = exchange.getRequestURI().getPath().endsWith("/items");
          asked.addAndGet(wantsItems ? 1 : 0);
          byte[] body = wantsItems ? items : JsonMapper.shared().writeValueAsBytes(stated);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    client =
        new CoordinatorClient(
            URI.create("http://localhost:" + server.getAddress().getPort()),
            PlainHttp.tls(),
            Backoff.DEFAULT,
            new CoordinatorContact(new Outages(new SimpleMeterRegistry())),
            Clock.systemUTC());
  }

  @AfterEach
  void stop() {
    client.close();
    server.stop(0);
  }

  private Catalogue obtain(int announced, String lines) {
    items = lines.getBytes(StandardCharsets.UTF_8);
    stated = new CatalogueVersion(1, announced, Digest.of(items).hex(), Instant.EPOCH);
    return new Catalogues(directory, client).newest();
  }

  private void refuses(int announced, String lines, String why) {
    assertThatThrownBy(() -> obtain(announced, lines))
        .isInstanceOf(CatalogueException.class)
        .hasMessageContaining(why);
    assertThat(directory).isEmptyDirectory();
  }

  /// A line of so many bytes without its end.
  private static String line(String id, int bytes) {
    String item = "{\"id\":\"" + id + "\"}";
    return item + " ".repeat(bytes - item.length()) + "\n";
  }

  @Test
  void catalogue_ofTheLongestLinesAnnounced_isKept() {
    assertThat(obtain(2, line("a", LINE) + line("b", LINE)).items()).isEqualTo(2);
    assertThat(directory).isDirectoryContaining(file -> file.toString().endsWith(".ndjson"));
  }

  @Test
  void catalogue_ofMoreBytesThanItsItemsCanHave_isNotReadToItsEnd() {
    refuses(2, line("a", LINE) + line("b", LINE) + "\n", "answer-too-long");
    refuses(0, "{\"id\":\"a\"}\n", "answer-too-long");
  }

  /// Two items of 100 bytes each.
  private Catalogue obtainWithRoom(long room) {
    items = (line("a", 99) + line("b", 99)).getBytes(StandardCharsets.UTF_8);
    stated = new CatalogueVersion(1, 2, Digest.of(items).hex(), Instant.EPOCH);
    asked.set(0);
    UsableSpace disk = UsableSpace.measuredBy(() -> UsableSpace.RESERVE_BYTES + room);
    return new Catalogues(directory, client, disk).newest();
  }

  @Test
  void catalogue_longerThanTheDiskLessItsReserve_isNotStored() {
    for (long room : List.of(-UsableSpace.RESERVE_BYTES, 0L, 21L, 199L)) {
      assertThatThrownBy(() -> obtainWithRoom(room))
          .isInstanceOf(CatalogueException.class)
          .hasMessageContaining("no-room: catalogue version 1 of 2 items");
      assertThat(directory).isEmptyDirectory();
      assertThat(asked.get()).isEqualTo(room > 22 ? 1 : 0);
    }
    assertThat(obtainWithRoom(200).items()).isEqualTo(2);
  }

  @Test
  void catalogue_ofMoreItemsThanAnnounced_isRefused() {
    refuses(2, "{\"id\":\"a\"}\n{\"id\":\"b\"}\n{\"id\":\"c\"}\n", "more than 2 items");
  }

  @Test
  void catalogue_ofALongerLineThanMayBe_isRefused() {
    refuses(2, line("a", LINE + 1), "line 1 is longer than 16384 bytes");
  }

  @Test
  void catalogue_announcedWithImpossiblyManyItems_isNotAskedFor() {
    refuses(-1, "", "must have [0, 16777216] items");
    refuses(Integer.MAX_VALUE, "", "must have [0, 16777216] items");
    assertThat(Catalogue.longestBytes(Catalogue.MAX_ITEMS)).isEqualTo(1L << 30);
  }

  @Test
  void catalogue_announcedWithoutADigest_isRefused() {
    stated = new CatalogueVersion(1, 1, null, Instant.EPOCH);
    assertThatThrownBy(() -> new Catalogues(directory, client).newest())
        .isInstanceOf(CatalogueException.class)
        .hasMessageContaining("without a digest");
  }

  @Test
  void lines_thatAreNoItems_areRefusedByNumber() {
    String good = "{\"id\":\"a\"}\n";
    refuses(5, good + "null\n", "line 2 needs an id");
    refuses(5, good + "{}\n", "line 2 needs an id");
    refuses(5, good + line("x".repeat(257), 300), "line 2 needs an id of 1 to 256 characters");
    refuses(5, good + "\n", "line 2 is not a JSON item");
    refuses(5, good + good, "line 2 repeats an id");
  }
}
