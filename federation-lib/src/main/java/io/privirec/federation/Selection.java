package io.privirec.federation;

/// A part of the data that the sums of a session are about. A session applies its selections in
/// order.
public sealed interface Selection {
  /// Returns the path of the parameter in the API.
  String setting();

  /// Returns the parameter as the session settled it.
  String value();

  /// Items that enough users have.
  ///
  /// @param least number of users
  record Support(int least) implements Selection {
    @Override
    public String setting() {
      return "minSupport";
    }

    @Override
    public String value() {
      return Integer.toString(least);
    }
  }

  /// Items that noisy counts chose.
  ///
  /// @param chosen indices in the catalogue
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Items(String setting, String value, int[] chosen) implements Selection {}

  /// So many items of each user, which chance chooses in secret.
  ///
  /// @param most number of items
  /// @param inCounts whether only the first of several sums, the sum of counts, has this selection.
  ///   Otherwise the sums after it have the selection, or the single sum of a session
  record Sample(String setting, int most, boolean inCounts) implements Selection {
    @Override
    public String value() {
      return Integer.toString(most);
    }
  }
}
