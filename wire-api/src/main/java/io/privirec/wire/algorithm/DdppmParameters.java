package io.privirec.wire.algorithm;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Parameters of the decentralised power method: the leading singular vectors of all normalised
/// rows, which participants find among themselves.
///
/// @param factors the vectors
/// @param consensus how participants add up: `secure`, under masks over the whole cohort, or
///   `plain`, by gossip in clear
/// @param gossip of `plain`: steps of gossip for each sum
/// @param topology who sends to whom
/// @param sigma deviation of the disturbance of each user's number, times √users of all; 0:
///   nothing. The disturbance is no bound
/// @param model the filter that the vectors are folded into
/// @param topN entries kept per row of the folded filter
/// @param minSupport items that fewer users have leave the session after the first sum
@JsonTypeName(DdppmParameters.ALGORITHM)
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record DdppmParameters(
    @Schema(description = "default: the default of each of its properties") @Valid Vectors factors,
    @Schema(
            defaultValue = DdppmParameters.SECURE,
            allowableValues = {DdppmParameters.SECURE, DdppmParameters.PLAIN},
            description = "plain shows each neighbour what a participant has, in clear")
        String consensus,
    @Schema(defaultValue = "" + DdppmParameters.GOSSIP, description = "of plain consensus")
        @Min(1)
        @Max(256)
        Integer gossip,
    @Schema(description = "default: complete") @Valid Topology topology,
    @Schema(defaultValue = "" + DdppmParameters.SIGMA) @DecimalMin("0.0") @DecimalMax("1000.0")
        Double sigma,
    @Schema(description = "default: gf-cf") @Valid PriviRecKParameters.Model model,
    @Schema(defaultValue = "" + DEFAULT_TOP_N) @Min(1) @Max(65535) Integer topN,
    @Schema(defaultValue = "" + DEFAULT_MIN_SUPPORT) @Min(1) @Max(1000000) Integer minSupport)
    implements AlgorithmParameters, DdppmParametersBuilder.With {
  /// Name in the API.
  public static final String ALGORITHM = "ddppm";

  /// Sums under masks.
  public static final String SECURE = "secure";

  /// Gossip in clear.
  public static final String PLAIN = "plain";

  static final int GOSSIP = 30;
  static final double SIGMA = 0;

  /// Nothing given.
  public static final DdppmParameters DEFAULT = DdppmParametersBuilder.builder().build();

  public DdppmParameters {
    factors = requireNonNullElse(factors, Vectors.DEFAULT);
    consensus = requireNonNullElse(consensus, SECURE);
    gossip = requireNonNullElse(gossip, GOSSIP);
    topology = requireNonNullElse(topology, new Complete());
    sigma = requireNonNullElse(sigma, SIGMA);
    model = requireNonNullElse(model, PriviRecKParameters.GfCf.DEFAULT);
    topN = requireNonNullElse(topN, DEFAULT_TOP_N);
    minSupport = requireNonNullElse(minSupport, DEFAULT_MIN_SUPPORT);
  }

  /// Reads this form, and the flat form of versions before 0.1.
  @SuppressWarnings("NullAway") // The constructor fills in defaults.
  @JsonCreator
  static DdppmParameters read(
      @JsonProperty("factors") @Nullable Vectors factors,
      @JsonProperty("consensus") @Nullable String consensus,
      @JsonProperty("gossip") @Nullable Integer gossip,
      @JsonProperty("topology") @Nullable Topology topology,
      @JsonProperty("sigma") @Nullable Double sigma,
      @JsonProperty("model") PriviRecKParameters.@Nullable Model model,
      @JsonProperty("topN") @Nullable Integer topN,
      @JsonProperty("minSupport") @Nullable Integer minSupport,
      @Schema(hidden = true) @JsonProperty("k") @Nullable Integer k,
      @Schema(hidden = true) @JsonProperty("steps") @Nullable Integer steps) {
    if (factors != null && (k != null || steps != null)) {
      throw new IllegalArgumentException("k and steps are properties of factors");
    }
    return DdppmParametersBuilder.builder()
        .factors(factors == null ? new Vectors(k, steps) : factors)
        .consensus(consensus)
        .gossip(gossip)
        .topology(topology)
        .sigma(sigma)
        .model(model)
        .topN(topN)
        .minSupport(minSupport)
        .build();
  }

  /// The singular vectors, which are found one after the other.
  ///
  /// @param k how many
  /// @param steps sums for each vector
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Schema(name = "DdppmFactors")
  @RecordBuilder
  public record Vectors(
      @Schema(description = "rank; default 32, or the number of items where that is less")
          @Min(1)
          @Max(512)
          @Nullable Integer k,
      @Schema(defaultValue = "" + Vectors.STEPS) @Min(2) @Max(128) Integer steps)
      implements DdppmParametersVectorsBuilder.With {
    static final int STEPS = 20;

    /// Nothing given.
    public static final Vectors DEFAULT = DdppmParametersVectorsBuilder.builder().build();

    public Vectors {
      steps = requireNonNullElse(steps, STEPS);
    }
  }

  /// Who sends to whom.
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @Schema(name = "PeerTopology")
  public sealed interface Topology {}

  /// Everybody to everybody.
  @JsonTypeName("complete")
  @Schema(name = "CompletePeerTopology")
  public record Complete() implements Topology {}

  /// Each to the one before and the one after it, by name, in a circle.
  @JsonTypeName("ring")
  @Schema(name = "RingPeerTopology")
  public record Ring() implements Topology {}

  /// As listed: a connected graph over all participants.
  ///
  /// @param edges pairs of participants that send to each other
  @JsonTypeName("edges")
  @Schema(name = "ListedPeerTopology")
  public record Edges(
      @NotNull @Size(min = 1, max = 2016)
          List<@NotNull @Size(min = 2, max = 2) List<@NotNull @Size(max = 64) String>> edges)
      implements Topology {
    public Edges {
      edges = edges == null ? null : edges.stream().map(List::copyOf).toList();
    }
  }
}
