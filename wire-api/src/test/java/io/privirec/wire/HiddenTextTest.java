package io.privirec.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What people interacted with, like or are called must not come into a log by a text.
class HiddenTextTest {
  private static final String MARKER = "somebody's-";

  /// Records that say nothing of a person, beside parameters of algorithms: of items, participants,
  /// sessions, releases and models, problems. Whoever adds a record decides where it belongs.
  private static final Set<String> OF_NOBODY =
      words(
          """
          CatalogueItem CatalogueVersion CategoryFilter Diversity Filtered ItemFilter
          ItemFeatures ItemMetadata ItemMetadataLine ItemsReport
          ChunkStatus CoordinatorInfo Enrolment EnrolmentRequest EnrolmentToken
          HostedParticipant HostedParticipantRequest ImportReport SkippedLine OpenedPairs
          ParticipantView ParticipationView RosterView RoundParticipation Snapshot
          WaiverRequest MaskedCellView SignedWaiver Cohort SignedDeparture Atom
          ParticipantPrivacy Limits Opened LedgerHeadStatement LedgerHeadView
          SignedStatements Cell StagingView Terms UploadWindow WorkItem WorkList PeerFailure
          CellProbe CellView Failure Fault Missing RoundPlan RoundView SessionPlan
          SessionPolicy SessionRequest SessionView Thresholds
          Catalogue EvaluationRequest EvaluationView ExperimentArm ExperimentRequest
          ExperimentView JobView Model ModelList ModelView Privacy ReleaseFile
          ReleaseManifest ReleaseView ReleaseClaimView InactiveRelease Claim ClaimView NoisySum PrivacyPlan
          CoordinatorLedgerView Account Entry Head Noise OpenedEquations Reservation Sum
          LedgerReconciliation
          Problem Violation
          """);

  /// Components of the other records that may be told.
  private static final Set<String> TOLD =
      words(
          """
          modelVersion filterHash sessionId strategy experiment arm model code fallback
          """);

  private static Set<String> words(String text) {
    return Set.of(text.strip().split("\\s+"));
  }

  @Test
  void toString_ofARecordOfPeople_hasNoTextOfTheirs() throws Exception {
    for (Class<?> type : records()) {
      if (!OF_NOBODY.contains(type.getSimpleName())) {
        assertThat(filled(type).toString())
            .as(type.getSimpleName())
            .startsWith(type.getSimpleName())
            .doesNotContain(MARKER);
      }
    }
  }

  @Test
  void recordsOfNobody_areRecordsThatThereAre() throws Exception {
    assertThat(records()).extracting(Class::getSimpleName).containsAll(OF_NOBODY);
  }

  @Test
  void toString_ofABatchLine_tellsTheProblemsCode() {
    Problem problem = Problem.of(ProblemType.INVALID_VALUE, null, "t", List.of());

    assertThat(new BatchAnswer(7, "u", null, problem))
        .hasToString("BatchAnswer[line=7, problem=invalid-value]");
    assertThat(new BatchAnswer(7, "u", null, null)).hasToString("BatchAnswer[line=7, answer]");
  }

  static List<Class<?>> records() throws IOException, ClassNotFoundException {
    Path classes = Path.of("target/classes");
    List<Class<?>> records = new ArrayList<>();
    try (Stream<Path> files = Files.walk(classes.resolve("io/privirec/wire"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
        String name = classes.relativize(file).toString().replace('/', '.');
        Class<?> type = Class.forName(name.substring(0, name.length() - ".class".length()));
        boolean isOfAnAlgorithm = type.getPackageName().endsWith(".algorithm");
        if (type.isRecord() && !type.isAnonymousClass() && !isOfAnAlgorithm) {
          records.add(type);
        }
      }
    }
    return records;
  }

  private static Object filled(Class<?> type) throws ReflectiveOperationException {
    RecordComponent[] components = type.getRecordComponents();
    Constructor<?> canonical =
        type.getDeclaredConstructor(
            Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
    canonical.setAccessible(true);
    Object[] values = new Object[components.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(components[i].getName(), components[i].getGenericType());
    }
    return canonical.newInstance(values);
  }

  private static Object value(String name, Type type) throws ReflectiveOperationException {
    if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
      return List.of(value(name, list.getActualTypeArguments()[0]));
    }
    if (type == String.class) {
      return TOLD.contains(name) ? "told" : MARKER + name;
    }
    if (type instanceof Class<?> known && known.isRecord()) {
      return filled(known);
    }
    return switch (type.getTypeName()) {
      case "int", "java.lang.Integer" -> 1;
      case "long", "java.lang.Long" -> 1L;
      case "float", "java.lang.Float" -> 1f;
      case "double", "java.lang.Double" -> 1.0;
      case "boolean", "java.lang.Boolean" -> true;
      case "java.time.Instant" -> Instant.EPOCH;
      default -> throw new AssertionError("no value of " + type);
    };
  }
}
