package io.privirec.acceptance.campaign;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.SyntheticDataset;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.random.CounterRandom;
import io.privirec.lab.evaluation.HistoryRequests;
import io.privirec.lab.option.DataOption;
import io.privirec.lab.session.UserSplit;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.stage.deployment.ImportFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Who holds what, generation by generation: in each, every participant has one interaction more
/// than before. So no two generations give the same sums, and a session that summed other data than
/// was frozen at its start is found out.
final class CampaignData {
  static final int USERS_EACH = 12;

  /// From 1 on.
  private static final int RATINGS = 5;

  private final Dataset dataset;
  private final List<Holder> holders = new ArrayList<>();

  /// @param users in the order of their ids
  /// @param added what each generation but the first adds
  private record Holder(List<Integer> users, List<Addition> added) {}

  /// @param user position among the holder's users
  private record Addition(int user, int item) {}

  /// Deals out what the settings name.
  ///
  /// @throws InvalidOptionException when it cannot be read, or has too few users
  static CampaignData of(CampaignSettings settings) {
    Dataset dataset =
        settings.data == null
            ? SyntheticDataset.generate(settings.seed)
            : DataOption.read(settings.data, settings.format.format());
    return new CampaignData(dataset, settings.participants, USERS_EACH, settings.seed);
  }

  /// Deals the first users out, as many as asked for.
  ///
  /// @throws InvalidOptionException when there are fewer users
  CampaignData(Dataset given, int participants, int usersEach, long seed) {
    this.dataset = rated(given);
    int[] users = HistoryRequests.users(dataset).limit((long) participants * usersEach).toArray();
    if (users.length < participants) {
      throw new InvalidOptionException(
          "%d participants cannot share %d users".formatted(participants, users.length));
    }
    for (int[] hand : UserSplit.deal(users, participants, seed)) {
      List<Integer> ordered = Arrays.stream(UserSplit.byId(dataset, hand)).boxed().toList();
      holders.add(new Holder(ordered, new ArrayList<>()));
    }
  }

  /// With ratings, since some sessions read them: made-up ones where the data set has none.
  private static Dataset rated(Dataset dataset) {
    if (dataset.trainRatings().hasValues()) {
      return dataset;
    }
    InteractionMatrix train = dataset.train();
    float[] ratings = new float[train.interactions()];
    for (int user = 0; user < train.users(); user++) {
      for (int p = train.rowStart(user); p < train.rowEnd(user); p++) {
        ratings[p] = 1 + CounterRandom.below(user, train.column(p), RATINGS);
      }
    }
    return Dataset.of(
        dataset.name(),
        dataset.userIds(),
        dataset.itemIds(),
        RatingMatrix.of(train, ratings),
        dataset.testRatings());
  }

  int participants() {
    return holders.size();
  }

  /// Ids of all items, in the order of the catalogue.
  List<String> items() {
    return dataset.itemIds();
  }

  /// What a participant imports at the beginning: generation 0.
  byte[] first(int participant) {
    ImportFile file = new ImportFile(dataset);
    holders.get(participant).users().forEach(file::addKnown);
    return file.bytes();
  }

  /// What a participant imports to come from the generation before to this one.
  byte[] next(int participant, int generation) {
    Holder holder = holders.get(participant);
    while (holder.added().size() < generation) {
      holder.added().add(fresh(participant, holder.added().size() + 1));
    }
    Addition added = holder.added().get(generation - 1);
    ImportFile file = new ImportFile(dataset);
    file.add(holder.users().get(added.user()), added.item());
    return file.bytes();
  }

  /// All of a participant's interactions in a generation, rows in the order of user ids.
  RatingMatrix held(int participant, int generation) {
    return held(List.of(participant), generation);
  }

  /// All of some participants' interactions, one after the other.
  RatingMatrix held(List<Integer> participants, int generation) {
    List<int[]> rows = new ArrayList<>();
    List<Float> ratings = new ArrayList<>();
    for (int participant : participants) {
      Holder holder = holders.get(participant);
      for (int u = 0; u < holder.users().size(); u++) {
        int[] row = row(holder, u, generation);
        rows.add(row);
        for (int item : row) {
          ratings.add(rating(holder.users().get(u), item));
        }
      }
    }
    int[] offsets = new int[rows.size() + 1];
    for (int u = 0; u < rows.size(); u++) {
      offsets[u + 1] = offsets[u] + rows.get(u).length;
    }
    int[] columns = rows.stream().flatMapToInt(Arrays::stream).toArray();
    float[] values = new float[columns.length];
    for (int p = 0; p < values.length; p++) {
      values[p] = ratings.get(p);
    }
    return RatingMatrix.of(
        InteractionMatrix.of(rows.size(), dataset.items(), offsets, columns), values);
  }

  /// NaN where there is none, as for what is added.
  private float rating(int user, int item) {
    int at = Arrays.binarySearch(dataset.train().row(user), item);
    return at < 0 ? Float.NaN : dataset.trainRatings().value(dataset.train().rowStart(user) + at);
  }

  private int[] row(Holder holder, int u, int generation) {
    IntStream added =
        holder.added().subList(0, generation).stream()
            .filter(addition -> addition.user() == u)
            .mapToInt(Addition::item);
    return IntStream.concat(Arrays.stream(dataset.train().row(holder.users().get(u))), added)
        .sorted()
        .toArray();
  }

  /// A pair of user and item that the participant does not have yet.
  private Addition fresh(int participant, int generation) {
    Holder holder = holders.get(participant);
    long key = CounterRandom.at(participant, generation);
    for (long n = 0; n < 1_000; n++) {
      int u = CounterRandom.below(key, 2 * n, holder.users().size());
      int item = CounterRandom.below(key, 2 * n + 1, dataset.items());
      if (Arrays.binarySearch(row(holder, u, generation - 1), item) < 0) {
        return new Addition(u, item);
      }
    }
    throw new IllegalStateException("participant " + participant + " has nearly all items");
  }
}
