package io.privirec.client.recommendations;

/// Why nothing is recommended at home. The message says so to the caller.
public abstract sealed class HomeRefusal extends RuntimeException {
  private HomeRefusal(String message) {
    super(message);
  }

  public static final class UnknownUser extends HomeRefusal {
    UnknownUser() {
      super("nobody here has this user");
    }
  }

  public static final class AmbiguousUser extends HomeRefusal {
    AmbiguousUser(int holders) {
      super("%d participants have a user of this id: name one".formatted(holders));
    }
  }

  public static final class UnknownModel extends HomeRefusal {
    UnknownModel() {
      super("no model of this version is loaded");
    }
  }

  public static final class NoRelease extends HomeRefusal {
    NoRelease() {
      super("no release was loaded so far");
    }
  }
}
