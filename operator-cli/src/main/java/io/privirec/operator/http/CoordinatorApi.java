package io.privirec.operator.http;

import io.privirec.wire.CatalogueItem;
import io.privirec.wire.CatalogueVersion;
import io.privirec.wire.CoordinatorInfo;
import io.privirec.wire.CoordinatorLedgerView;
import io.privirec.wire.EnrolmentToken;
import io.privirec.wire.ReleaseView;
import io.privirec.wire.RosterView;
import io.privirec.wire.SessionPlan;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/// The coordinator as its operator sees it.
public final class CoordinatorApi implements AutoCloseable {
  private final JsonApi api;

  public CoordinatorApi(URI base, AdminToken token) {
    this.api = new JsonApi(base, token);
  }

  public CoordinatorInfo info() throws IOException, InterruptedException {
    return api.get("/v1/coordinator", CoordinatorInfo.class);
  }

  /// Adds items of which nothing more is known.
  public CatalogueVersion addItems(List<String> itemIds) throws IOException, InterruptedException {
    return add(itemIds.stream().map(CatalogueItem::of).toList());
  }

  public CatalogueVersion add(List<CatalogueItem> items) throws IOException, InterruptedException {
    JsonMapper json = JsonMapper.shared();
    String lines =
        items.stream()
            .map(item -> json.writeValueAsString(item) + "\n")
            .collect(Collectors.joining());
    return api.post(
        "/v1/catalogue/versions",
        "application/x-ndjson",
        BodyPublishers.ofString(lines),
        CatalogueVersion.class);
  }

  /// A one-time right to enrol a participant.
  public EnrolmentToken enrolmentToken() throws IOException, InterruptedException {
    return api.post("/v1/enrolment-tokens", Map.of(), EnrolmentToken.class);
  }

  /// What a session would cost. Starts nothing.
  public SessionPlan plan(SessionRequest request) throws IOException, InterruptedException {
    return api.post("/v1/sessions:plan", request, SessionPlan.class);
  }

  public SessionView start(SessionRequest request) throws IOException, InterruptedException {
    return api.post("/v1/sessions", request, SessionView.class);
  }

  /// The newest sessions, newest first.
  public List<SessionView> sessions() throws IOException, InterruptedException {
    return api.list("/v1/sessions", SessionView[].class);
  }

  public SessionView session(String id) throws IOException, InterruptedException {
    return api.get("/v1/sessions/" + id, SessionView.class);
  }

  /// Starts a session over each cell of one that failed because a sum was out of range.
  public SessionView bisect(String id) throws IOException, InterruptedException {
    return api.post("/v1/sessions/" + id + ":bisect", Map.of(), SessionView.class);
  }

  /// Makes a signed roster known. Participants check it, the coordinator goes by it.
  public RosterView putRoster(String text) throws IOException, InterruptedException {
    return api.put("/v1/roster", "text/plain", BodyPublishers.ofString(text), RosterView.class);
  }

  public ReleaseView release(String id) throws IOException, InterruptedException {
    return api.get("/v1/releases/" + id, ReleaseView.class);
  }

  /// What the sums that were opened show of participants' users, by the coordinator's own ledger.
  public CoordinatorLedgerView ledger() throws IOException, InterruptedException {
    return api.get("/v1/privacy/ledger?limit=10000", CoordinatorLedgerView.class);
  }

  /// Writes a file of a release to one that does not exist. Its digest is not checked.
  public void downloadReleaseFile(String id, String name, Path target)
      throws IOException, InterruptedException {
    api.download("/v1/releases/" + id + "/files/" + name, target);
  }

  @Override
  public void close() {
    api.close();
  }
}
