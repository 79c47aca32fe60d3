package io.privirec.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.federation.privirec.GramModel;
import io.privirec.federation.privirec.PriviRec;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.FileFormat;
import io.privirec.lab.option.DataFile;
import io.privirec.lab.option.DataOption;
import io.privirec.lab.option.FormatOptions;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.stage.deployment.Cohort;
import io.privirec.stage.deployment.ImportFile;
import io.privirec.wire.algorithm.AlsParameters;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import io.privirec.wire.algorithm.UtilityFedPowerParameters;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class RunDataTest {
  @TempDir private Path directory;

  private static RunSettings settings(@Nullable Path data, @Nullable Integer k) {
    return settings(data, new SessionChoice("privirec-k", k, Map.of(), true));
  }

  private static RunSettings settings(@Nullable Path data, SessionChoice session) {
    return settings(data, session, 3);
  }

  private static RunSettings settings(
      @Nullable Path data, SessionChoice session, int participants) {
    return new RunSettings(
        null,
        data == null ? null : new DataFile(data, FileFormat.GUESSED),
        participants,
        1,
        1,
        session,
        null,
        1,
        1,
        false,
        7800,
        true,
        null,
        null,
        false);
  }

  /// `./run --data`, `./lab` and the file that a run imports have the same interactions as the
  /// reader of filter-lib and an import, but for times.
  @ParameterizedTest(name = "{0}")
  @CsvFileSource(resources = "/interaction-files/expected.csv", numLinesToSkip = 1)
  void read_ofAnOddFile_isWholeOrRefusedWithItsLine(
      String name,
      @Nullable String query,
      long lines,
      @Nullable String kept,
      long line,
      @Nullable String refusal)
      throws Exception {
    Path file = directory.resolve(name);
    try (InputStream in = getClass().getResourceAsStream("/interaction-files/" + name)) {
      Files.copy(Objects.requireNonNull(in), file);
    }
    String[] arguments = arguments(file, query);
    RunCommand run = new RunCommand();
    new CommandLine(run).parseArgs(arguments);
    DataOption lab = new DataOption();
    new CommandLine(CommandSpec.create().addMixin("data", CommandSpec.forAnnotatedObject(lab)))
        .parseArgs(arguments);
    for (Callable<Dataset> door :
        List.<Callable<Dataset>>of(() -> RunData.read(run.settings()), lab::read)) {
      if (refusal != null) {
        String place = line == 0 ? file + ": " : file + ":" + line + ": ";
        assertThatThrownBy(door::call)
            .isInstanceOf(InvalidOptionException.class)
            .hasMessage("--data: " + place + FormatOptions.spelled(refusal));
      } else {
        Dataset dataset = door.call();
        String expected = String.valueOf(kept).replaceAll(" @\\S+", "");
        assertThat(text(dataset)).isEqualTo(expected);
        assertThat(dataset.duplicates()).isEqualTo(lines - dataset.interactions());
        Path imported = Files.write(directory.resolve("imported.csv"), imported(dataset));
        assertThat(text(DataOption.read(imported, FileFormat.GUESSED))).isEqualTo(expected);
      }
    }
  }

  /// The arguments of a command line: `user=1&separator=space` of the table as `--columns user=1
  /// --separator space`.
  private static String[] arguments(Path file, @Nullable String query) {
    Stream<String> options = query == null ? Stream.of() : Stream.of(query.split("&", -1));
    return Stream.concat(
            Stream.of("--data=" + file),
            options.map(option ->
                option.matches("(user|item|rating|time)=.*")
                    ? "--columns=" + option
                    : "--" + option.replace("badLines", "bad-lines")))
        .toArray(String[]::new);
  }

  private static String text(Dataset dataset) {
    Map<String, String> all = new TreeMap<>();
    for (int user = 0; user < dataset.users(); user++) {
      for (int p = dataset.train().rowStart(user); p < dataset.train().rowEnd(user); p++) {
        float rating = dataset.trainRatings().value(p);
        all.put(
            dataset.userIds().get(user) + " " + dataset.itemIds().get(dataset.train().column(p)),
            Float.isNaN(rating) ? "" : " =" + rating);
      }
    }
    return all.entrySet().stream()
        .map(one -> one.getKey() + one.getValue())
        .collect(Collectors.joining(" | "));
  }

  private static byte[] imported(Dataset dataset) {
    ImportFile file = new ImportFile(dataset);
    IntStream.range(0, dataset.users()).forEach(file::addKnown);
    return file.bytes();
  }

  @Test
  void load_withoutData_makesTheSyntheticSet() throws IOException {
    RunData data = RunData.load(settings(null, (Integer) null));
    assertThat(data.dataset().users()).isEqualTo(2400);
    assertThat(data.dataset().items()).isEqualTo(1500);
    assertThat(data.knownUsers()).hasSize(2400);
    assertThat(rank(data)).isEqualTo(93);
  }

  @Test
  void load_smallData_defaultRankIsASixteenthOfTheSmallerSide() throws IOException {
    StringBuilder csv = new StringBuilder();
    for (int user = 0; user < 40; user++) {
      for (int item = 0; item < 33; item++) {
        csv.append("u%d,i%d\n".formatted(user, item));
      }
    }
    Path file = Files.writeString(directory.resolve("small.csv"), csv);
    assertThat(rank(RunData.load(settings(file, (Integer) null)))).isEqualTo(2);
    assertThat(rank(RunData.load(settings(file, 8)))).isEqualTo(8);
  }

  @Test
  void load_ofRatings_needsThem() throws IOException {
    SessionChoice als = new SessionChoice("als", 3, Map.of("steps", "4"), true);
    StringBuilder csv = new StringBuilder("user,item,rating\n");
    for (int pair = 0; pair < 400; pair++) {
      csv.append("u%d,i%d,%d\n".formatted(pair / 20, pair % 20, 1 + pair % 5));
    }
    Path rated = Files.writeString(directory.resolve("rated.csv"), csv);
    AlsParameters parameters = (AlsParameters) RunData.load(settings(rated, als)).parameters();
    assertThat(parameters.rank()).isEqualTo(3);
    assertThat(parameters.steps()).isEqualTo(4);
    Path bare =
        Files.writeString(
            directory.resolve("bare.csv"), csv.toString().replaceAll(",(\\d|rating)\n", "\n"));
    assertThatThrownBy(() -> RunData.load(settings(bare, als)))
        .isInstanceOf(InvalidOptionException.class)
        .hasMessageContaining("needs ratings");
  }

  @Test
  void load_noiseOfOneParticipant_hasAKeyHolder() throws IOException {
    assertThat(keyHolder(Map.of())).isEqualTo(Cohort.participant(0));
    assertThat(keyHolder(Map.of("keyHolder", "participant-03"))).isEqualTo("participant-03");
  }

  private static @Nullable String keyHolder(Map<String, String> given) throws IOException {
    SessionChoice choice = new SessionChoice("fedpower-utility", 8, given, true);
    assertThatThrownBy(() -> RunData.load(settings(null, choice, 3)))
        .isInstanceOf(InvalidOptionException.class)
        .hasMessageContaining("--participants must be at least 4");
    return ((UtilityFedPowerParameters) RunData.load(settings(null, choice, 4)).parameters())
        .keyHolder();
  }

  @Test
  void load_popularityWithPrivacy_takesItAndNoRank() throws IOException {
    Map<String, String> privacy = Map.of("privacy.epsilon", "1", "privacy.delta", "1e-5");
    RunData data =
        RunData.load(settings(null, new SessionChoice("item-degrees", null, privacy, false)));
    assertThat(data.parameters())
        .isEqualTo(
            ItemDegreesParameters.DEFAULT.withPrivacy(
                PrivacyParameters.of(1., 1e-5)
                    .withItemsPerUser(20)
                    .withColluders(1)
                    .withRounds("closed")));
    assertThatThrownBy(() ->
            RunData.load(settings(null, new SessionChoice("item-degrees", 9, privacy, false))))
        .isInstanceOf(InvalidOptionException.class)
        .hasMessageContaining("--k does not go with");
  }

  private static Integer rank(RunData data) {
    return ((PriviRecKParameters) data.parameters()).factors().k();
  }

  @Test
  void load_modelWithoutFactors_takesNoRankAndNoSeed() throws IOException {
    SessionChoice turboCf =
        new SessionChoice(
            "privirec",
            null,
            Map.of("model.type", "turbo-cf", "model.alpha", ".6", "model.exponent", "0.7"),
            true);

    RunData data = RunData.load(settings(null, turboCf));

    assertThat(data.algorithm())
        .isEqualTo(new PriviRec(1500, new GramModel.TurboCf(.6, .7, 1), 1000, 5));
    assertThat(data.topN()).hasValue(1000);
  }

  @Test
  void load_parametersThatDoNotGoTogether_areRefused() {
    assertRefused("property \"gamma\"", "model.type=turbo-cf", "model.gamma=.3");
    assertRefused("[bspm, gf-cf, popular-gram, turbo-cf]", "model.type=knn");
    assertRefused("property \"gama\"", "gama=.3");
    assertRefused("there is a value", "topN=3", "topN.x=1", "topN.y=1");
    assertRefused("steps", "model.type=bspm", "model.process.steps=many");
    assertRefused("alpha", "model.type=turbo-cf", "model.alpha=2");
    assertRefused("merge must be one of", "model.type=bspm", "model.process.merge=never");
  }

  private static void assertRefused(String because, String... parameters) {
    Map<String, String> given =
        Arrays.stream(parameters)
            .map(parameter -> parameter.split("="))
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    assertThatThrownBy(
            () -> RunData.load(settings(null, new SessionChoice("privirec", null, given, true))))
        .isInstanceOf(InvalidOptionException.class)
        .hasMessageContaining(because);
  }
}
