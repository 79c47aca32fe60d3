package io.privirec.federation.dpals;

import static io.privirec.federation.InvalidParametersException.choice;
import static io.privirec.federation.InvalidParametersException.given;

import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.noise.SettledPrivacy;
import io.privirec.filter.factor.BoundedAls;
import io.privirec.wire.algorithm.BoundedFitParameters;
import io.privirec.wire.algorithm.BoundedFitParameters.Adaptive;
import io.privirec.wire.algorithm.BoundedFitParameters.Paper;
import io.privirec.wire.algorithm.BoundedFitParameters.Ridge;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What `dpals` and `dpials` have in common on the way from parameters to [Dpals].
final class Fit {
  private static final String FIT = "/parameters/fit";

  private Fit() {}

  /// Refuses a session without privacy.
  static PrivacyParameters required(@Nullable PrivacyParameters privacy)
      throws InvalidParametersException {
    if (privacy == null) {
      throw new InvalidParametersException(
          SettledPrivacy.POINTER, "privacy is required; als and ials compute without noise");
    }
    return privacy;
  }

  static double epsilon(PrivacyParameters privacy) throws InvalidParametersException {
    return given(SettledPrivacy.POINTER + "/epsilon", privacy.epsilon());
  }

  static Dpals build(
      int items,
      BoundedAls.Target target,
      BoundedFitParameters settled,
      @Nullable Long seed,
      @Nullable PrivacyParameters privacy)
      throws InvalidParametersException {
    SettledPrivacy noise = SettledPrivacy.of(required(privacy));
    Ridge ridge = given(FIT + "/ridge", settled.ridge());
    return new Dpals(
        items,
        new BoundedAls(
            target,
            weights(settled),
            given(FIT + "/rank", settled.rank()),
            given(FIT + "/steps", settled.steps()),
            given(FIT + "/frequent", settled.frequent()),
            noise.sampledItems(),
            new BoundedAls.Ridge(
                given(FIT + "/ridge/user", ridge.user()),
                given(FIT + "/ridge/item", ridge.item()),
                given(FIT + "/ridge/exponent", ridge.exponent()),
                given(FIT + "/ridge/fold", ridge.fold())),
            given("/parameters/seed", seed)),
        noise,
        given(FIT + "/counts", settled.counts()),
        given(FIT + "/matrixNoise", settled.matrixNoise()));
  }

  private static BoundedAls.Weights weights(BoundedFitParameters settled)
      throws InvalidParametersException {
    return switch (Objects.requireNonNull(given(FIT + "/weights", settled.weights()))) {
      case Adaptive(Double exponent) ->
          new BoundedAls.Adaptive(given(FIT + "/weights/exponent", exponent));
      case Paper(String items) ->
          choice(
              FIT + "/weights/items",
              given(FIT + "/weights/items", items),
              List.of(new BoundedAls.Sampled(true), new BoundedAls.Sampled(false)),
              sampled -> sampled.tail() ? "tail" : "uniform");
    };
  }
}
