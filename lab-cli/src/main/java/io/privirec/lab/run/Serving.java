package io.privirec.lab.run;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.ranking.Popularity;
import io.privirec.lab.evaluation.HistoryRequests;
import io.privirec.lab.session.UserSplit;
import io.privirec.stage.deployment.Deployment;
import io.privirec.stage.process.ServiceProcess;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/// What to tell a person while the services go on: where they are, and commands to try.
record Serving(Deployment services, RunData data, RunSettings settings) {
  private static final int SAMPLE_HISTORY = 2;

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("");
    for (ServiceProcess service : services.processes()) {
      Path token = services.tokenFile(service.name());
      lines.add("%-12s %s/swagger-ui.html".formatted(service.name(), service.uri()));
      lines.add("             admin token in " + token);
    }
    lines.add("");
    lines.add("Recommendations for a history, asked of the recommender:");
    lines.add(
        "  curl -s %s/v1/recommendations -H 'Content-Type: application/json' \\"
            .formatted(uri(Deployment.RECOMMENDER)));
    lines.add("    -d %s".formatted(quoted(sampleRequest())));
    lines.add("The same for a user by name, computed at home by the client-service:");
    String client = Deployment.FIRST_CLIENT;
    lines.add(
        "  curl -s -H \"Authorization: Bearer $(cat %s)\" \\"
            .formatted(services.tokenFile(client)));
    lines.add("    '%s/v1/users/%s/recommendations?k=5'".formatted(uri(client), sampleUser()));
    lines.add("");
    lines.add("Serving. Ctrl-C stops everything.");
    return lines;
  }

  private String uri(String name) {
    return services.processes().stream()
        .filter(service -> service.name().equals(name))
        .map(service -> service.uri().toString())
        .findFirst()
        .orElseThrow();
  }

  private String sampleRequest() {
    Dataset dataset = data.dataset();
    int[] popular =
        Popularity.of(dataset.train().itemDegrees()).excluding(SAMPLE_HISTORY, new int[0]);
    return JsonMapper.shared().writeValueAsString(HistoryRequests.request(dataset, popular, 5));
  }

  /// A user of the first participant, which the first client-service hosts.
  private String sampleUser() {
    int user =
        UserSplit.deal(data.knownUsers(), settings.participants(), settings.seed()).getFirst()[0];
    return URLEncoder.encode(data.dataset().userIds().get(user), StandardCharsets.UTF_8)
        .replace("+", "%20");
  }

  /// A word for the shell.
  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
