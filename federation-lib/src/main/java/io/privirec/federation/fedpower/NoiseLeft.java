package io.privirec.federation.fedpower;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.RoundInput;
import io.privirec.federation.SessionSecret;
import io.privirec.federation.factors.FedPowerBroadcast;
import io.privirec.federation.factors.ProductRounds;
import io.privirec.federation.fedpower.UtilityTerms.Part;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Tells whose noise is left on the sums of a session of [UtilityTerms]. For checks: it takes
/// everybody's data, and what everybody drew, which no party of a session has.
public final class NoiseLeft {
  private final UtilityTerms algorithm;
  private final SortedMap<ParticipantId, RatingMatrix> data;
  private final SortedMap<ParticipantId, SessionSecret> secrets;

  /// @param data of the cohort, rows in the order in which they were contributed: a product of
  ///   floats depends on it in its last bits
  /// @param secrets of the same participants
  public NoiseLeft(
      UtilityTerms algorithm,
      SortedMap<ParticipantId, RatingMatrix> data,
      Map<ParticipantId, SessionSecret> secrets) {
    if (!data.keySet().equals(secrets.keySet())) {
      throw new IllegalArgumentException(
          "data is of %s, secrets are of %s".formatted(data.keySet(), secrets.keySet()));
    }
    this.algorithm = algorithm;
    this.data = new TreeMap<>(data);
    this.secrets = new TreeMap<>(secrets);
  }

  /// For each synchronisation everybody whose noise, and nobody else's, makes of the sum of all
  /// products what came next, bit for bit. A session that is as it should be has one in each. The
  /// list ends with the first synchronisation that has none or several.
  ///
  /// @param broadcasts digests of what was broadcast before the products of the synchronisations 2,
  ///   3, …
  /// @param factors the published file
  /// @param scratch an existing directory that nobody else uses
  public List<List<ParticipantId>> explain(List<Digest> broadcasts, byte[] factors, Path scratch)
      throws IOException {
    int syncs = algorithm.base().syncs();
    if (broadcasts.size() != syncs - 1) {
      throw new IllegalArgumentException(
          "%s broadcasts, of %s".formatted(broadcasts.size(), syncs - 1));
    }
    Path file = scratch.resolve("explained");
    List<List<ParticipantId>> whose = new ArrayList<>();
    FedPowerBroadcast before = first();
    for (int sync = 1; sync <= syncs; sync++) {
      List<ParticipantId> found = new ArrayList<>();
      FedPowerBroadcast next = before;
      long[] products = products(sync, before);
      for (ParticipantId chosen : data.keySet()) {
        TallMatrix sum = withNoiseOf(chosen, sync, products, before);
        boolean explains;
        if (sync == syncs) {
          FactorsFile.write(file, algorithm.factors(sum, before.itemDegrees()));
          explains = Arrays.equals(Files.readAllBytes(file), factors);
        } else {
          FedPowerBroadcast candidate = before.with(sum.orthonormal());
          candidate.write(file);
          explains = Digest.ofFile(file).equals(broadcasts.get(sync - 1));
          next = explains ? candidate : next;
        }
        if (explains) {
          found.add(chosen);
        }
        Files.delete(file);
      }
      whose.add(List.copyOf(found));
      if (found.size() != 1) {
        break;
      }
      before = next;
    }
    return List.copyOf(whose);
  }

  private FedPowerBroadcast first() {
    long users = 0;
    long[] degrees = new long[algorithm.base().items()];
    for (RatingMatrix own : data.values()) {
      users += own.pattern().users();
      long[] had = own.pattern().itemDegrees();
      Arrays.setAll(degrees, item -> degrees[item] + had[item]);
    }
    return new FedPowerBroadcast(
        users, algorithm.base().withSupport(degrees), algorithm.base().start());
  }

  /// Of everybody, without noise, in fixed point.
  private long[] products(int sync, FedPowerBroadcast before) {
    ProductRounds rounds = new ProductRounds(algorithm.base());
    double unit = Math.scalb(1.0, algorithm.scaleBits());
    long[] sum = new long[algorithm.length()];
    data.forEach((participant, own) -> {
      RoundInput input =
          new RoundInput(participant, algorithm.round(sync, Part.PRODUCT), null, own);
      double[] product = rounds.part(input, before).data();
      Arrays.setAll(sum, n -> sum[n] + (long) Math.rint(product[n] * unit));
    });
    return sum;
  }

  private TallMatrix withNoiseOf(
      ParticipantId chosen, int sync, long[] products, FedPowerBroadcast before) {
    int users = Optional.ofNullable(data.get(chosen)).orElseThrow().pattern().users();
    SessionSecret secret = Optional.ofNullable(secrets.get(chosen)).orElseThrow();
    long[] noise = NodeNoise.of(algorithm, secret, sync, users, before.users());
    double[] values = new double[products.length];
    Arrays.setAll(
        values, n -> Math.scalb((double) (products[n] + noise[n]), -algorithm.scaleBits()));
    return TallMatrix.of(algorithm.base().items(), algorithm.base().width(), values);
  }
}
