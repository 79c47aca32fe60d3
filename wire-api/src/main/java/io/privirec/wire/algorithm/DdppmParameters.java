package io.privirec.wire.algorithm;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
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

/// Parameters of the decentralised power method: the leading singular vectors of everybody's
/// normalised rows, which participants find among themselves.
///
/// @param k singular vectors, found one after the other
/// @param steps sums for each of them
/// @param consensus how participants add up: `secure`, under masks over the whole cohort, or
///   `plain`, by gossip in clear
/// @param gossip of `plain`: steps of gossip for each sum
/// @param topology who sends to whom
/// @param sigma deviation of what each user's number is disturbed with, times √users of all; 0:
///   nothing. It bounds nothing
/// @param model what the vectors are folded into
/// @param topN entries kept per row of the folded filter
/// @param minSupport items that fewer users have leave the session after the first sum
@JsonTypeName(DdppmParameters.ALGORITHM)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DdppmParameters(
    @Schema(description = "rank; default 32, or the number of items where that is less")
        @Min(1)
        @Max(512)
        @Nullable Integer k,
    @Schema(defaultValue = "20") @Min(2) @Max(128) Integer steps,
    @Schema(
            defaultValue = "secure",
            allowableValues = {"secure", "plain"},
            description = "plain shows each neighbour what a participant has, in clear")
        String consensus,
    @Schema(defaultValue = "30", description = "of plain consensus") @Min(1) @Max(256)
        Integer gossip,
    @Schema(description = "default: complete") @Valid Topology topology,
    @Schema(defaultValue = "0") @DecimalMin("0.0") @DecimalMax("1000.0") Double sigma,
    @Schema(description = "default: gf-cf") @Valid PriviRecKParameters.Model model,
    @Schema(defaultValue = "1000") @Min(1) @Max(65535) Integer topN,
    @Schema(defaultValue = "5") @Min(1) @Max(1000000) Integer minSupport)
    implements AlgorithmParameters {
  /// Name in the API.
  public static final String ALGORITHM = "ddppm";

  /// Sums under masks.
  public static final String SECURE = "secure";

  /// Gossip in clear.
  public static final String PLAIN = "plain";

  private static final int STEPS = 20;
  private static final int GOSSIP = 30;

  /// Nothing given.
  public static final DdppmParameters DEFAULT =
      new DdppmParameters(
          null,
          STEPS,
          SECURE,
          GOSSIP,
          new Complete(),
          0.,
          PriviRecKParameters.GfCf.DEFAULT,
          PriviRecKParameters.DEFAULT.topN(),
          DEFAULT_MIN_SUPPORT);

  public DdppmParameters {
    steps = requireNonNullElse(steps, STEPS);
    consensus = requireNonNullElse(consensus, SECURE);
    gossip = requireNonNullElse(gossip, GOSSIP);
    topology = requireNonNullElse(topology, new Complete());
    sigma = requireNonNullElse(sigma, 0.);
    model = requireNonNullElse(model, PriviRecKParameters.GfCf.DEFAULT);
    topN = requireNonNullElse(topN, PriviRecKParameters.DEFAULT.topN());
    minSupport = requireNonNullElse(minSupport, DEFAULT_MIN_SUPPORT);
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
