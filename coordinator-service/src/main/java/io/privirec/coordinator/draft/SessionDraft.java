package io.privirec.coordinator.draft;

import io.privirec.federation.Algorithm;
import io.privirec.federation.Disclosure;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.filter.factor.ItemFeatures;
import io.privirec.privacy.Distributed;
import io.privirec.round.Staging;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.VectorSpec;
import io.privirec.wire.CatalogueVersion;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.StagingView;
import io.privirec.wire.algorithm.AlgorithmParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/// A request for a session that was found to be in order.
///
/// @param parameters with every default filled in
/// @param itemFeatures of the catalogue; empty: the algorithm does not read them
/// @param firstRound the rules of the first round
/// @param askedEpsilon epsilon of the request, if it was lowered; empty otherwise
public record SessionDraft(
    Algorithm algorithm,
    AlgorithmParameters parameters,
    SessionTerms terms,
    CatalogueVersion catalogue,
    Optional<ItemFeatures> itemFeatures,
    SortedSet<ParticipantId> cohort,
    RoundKind firstRound,
    Optional<Double> askedEpsilon) {
  /// A draft with the epsilon that was asked for.
  SessionDraft(
      Algorithm algorithm,
      AlgorithmParameters parameters,
      SessionTerms terms,
      CatalogueVersion catalogue,
      Optional<ItemFeatures> itemFeatures,
      SortedSet<ParticipantId> cohort,
      RoundKind firstRound) {
    this(
        algorithm,
        parameters,
        terms,
        catalogue,
        itemFeatures,
        cohort,
        firstRound,
        Optional.empty());
  }

  /// Returns the word for the noise of settled parameters; null: the sums over data carry noise, or
  /// there are none.
  public static @Nullable String noise(AlgorithmParameters settled) {
    return AlgorithmRegistry.isWithoutNoise(settled) ? SessionRequest.NO_NOISE : null;
  }

  /// Returns the view of the staging of one round.
  public static StagingView staging(Staging staging, VectorSpec vector, int participants) {
    long bytes = staging.diskBytes(vector, participants);
    return switch (staging) {
      case Staging.FullSpool _ -> new StagingView("full-spool", null, bytes);
      case Staging.Window(int chunks) -> new StagingView("windowed", chunks, bytes);
    };
  }

  /// The same session with the noise of another epsilon.
  SessionDraft lowered(double asked, AlgorithmParameters settled, Algorithm built) {
    return new SessionDraft(
        built,
        settled,
        terms,
        catalogue,
        itemFeatures,
        cohort,
        firstRound,
        Optional.of(askedEpsilon.orElse(asked)));
  }

  /// Returns warnings about the session, in sentences.
  List<String> warnings() {
    List<String> warnings = new ArrayList<>(algorithm.warnings());
    if (askedEpsilon.isPresent()
        && algorithm.disclosure() instanceof Disclosure.NoisySums(var noise)) {
      warnings.addFirst(
          String.format(
              Locale.ROOT,
              "Epsilon is lowered from %s to %s: no participant adds noise of a standard deviation below"
                  + " %.0f, and %d participants together add no less than that of epsilon %s.",
              askedEpsilon.get(),
              noise.target().epsilon(),
              Math.sqrt(Distributed.LEAST_LOCAL_VARIANCE),
              cohort.size(),
              noise.target().epsilon()));
    }
    return List.copyOf(warnings);
  }
}
