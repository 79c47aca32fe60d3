package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A loaded model: where it comes from and what protects it.
///
/// @param active whether it answers those who name no model
/// @param shadow whether it also answers a sample of requests, unseen by who asked
/// @param kind how it answers: `folded-filter`, or `popularity`, which knows no history
/// @param model name of the recommender: `gf-cf`, `turbo-cf`, `bspm-lm`, …
/// @param parameters as the release's manifest has them; without `privacy`, which states ε, unless
///   the claim holds now
/// @param filterHash hex SHA-256 of the file that scores: the filter, of popularity the item
///   degrees
/// @param participants whose data is in the sums
/// @param cells of the roster, whose members these are; empty for releases of before there were
///   cells
/// @param smallestAtom holders of the smallest group in the same cells; absent likewise
/// @param privacy as the release's manifest has it
/// @param protection `private`: every sum over data has noise; `no-noise`: some sum has none
/// @param claim what the noise of the sums protects, with ε computed here; absent unless the claim
///   holds now
/// @param claimStatus the claim in half a sentence; without ε, the reason: `noise, no ε: sums
///   without noise asked for on 2026-02-03`
/// @param loadedAt absent at home
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ModelView(
    String modelVersion,
    boolean active,
    boolean shadow,
    String kind,
    String model,
    String algorithm,
    Map<String, @Nullable Object> parameters,
    String sessionId,
    String filterHash,
    int items,
    int participants,
    List<Integer> cells,
    @Nullable Integer smallestAtom,
    ReleaseManifest.Privacy privacy,
    Protection protection,
    @Nullable ClaimView claim,
    String claimStatus,
    Instant createdAt,
    @Nullable Instant loadedAt) {
  public ModelView {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    cells = List.copyOf(cells);
  }
}
