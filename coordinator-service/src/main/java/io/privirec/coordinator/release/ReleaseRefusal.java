package io.privirec.coordinator.release;

/// Why a release, or a file of it, cannot be given. The message is a sentence for the caller.
public abstract sealed class ReleaseRefusal extends RuntimeException {
  private ReleaseRefusal(String detail) {
    super(detail);
  }

  public static final class UnknownRelease extends ReleaseRefusal {
    UnknownRelease() {
      super("No such release");
    }
  }

  /// A page should begin behind a release that is not there.
  public static final class UnknownPageStart extends ReleaseRefusal {
    UnknownPageStart() {
      super("no release of this id, or no longer");
    }
  }

  public static final class NothingPublished extends ReleaseRefusal {
    NothingPublished() {
      super("Nothing was published yet");
    }
  }

  public static final class UnknownFile extends ReleaseRefusal {
    UnknownFile() {
      super("No such file in the release");
    }
  }
}
