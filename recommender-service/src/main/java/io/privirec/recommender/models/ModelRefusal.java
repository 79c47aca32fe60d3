package io.privirec.recommender.models;

import io.privirec.serving.release.NoMemoryException;
import io.privirec.serving.release.ReleaseVerificationException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Why a model does not answer, or is not changed. The message says so to the caller.
public abstract sealed class ModelRefusal extends RuntimeException {
  private final @Nullable String pointer;

  private ModelRefusal(@Nullable String pointer, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.pointer = pointer;
  }

  private ModelRefusal(@Nullable String pointer, String message) {
    this(pointer, message, null);
  }

  private ModelRefusal(String message) {
    this(null, message);
  }

  /// JSON pointer to the field or parameter of the request that is refused; empty for the whole.
  public Optional<String> pointer() {
    return Optional.ofNullable(pointer);
  }

  public static final class NotLoaded extends ModelRefusal {
    NotLoaded() {
      super("No verified release is loaded yet");
    }

    /// When a model may be there.
    public Duration retryAfter() {
      return Duration.ofSeconds(2);
    }
  }

  public static final class UnknownModel extends ModelRefusal {
    UnknownModel() {
      super("No model of this version is loaded: see GET /v1/models");
    }

    UnknownModel(String pointer) {
      super(pointer, "no model of this version is loaded: see GET /v1/models");
    }
  }

  public static final class UnknownExperiment extends ModelRefusal {
    public UnknownExperiment() {
      super("No experiment of this name runs: see GET /v1/experiments");
    }

    UnknownExperiment(String pointer) {
      super(pointer, "no experiment of this name runs");
    }
  }

  public static final class InvalidValue extends ModelRefusal {
    InvalidValue(String pointer, String condition) {
      super(pointer, condition);
    }
  }

  public static final class NoPreviousModel extends ModelRefusal {
    NoPreviousModel() {
      super("No loaded model was active before this one");
    }
  }

  public static final class NotAccepted extends ModelRefusal {
    NotAccepted(String version) {
      super(
          "%s is a no-noise release, and privirec.recommender.accept is private: set it to any to activate such releases"
              .formatted(version));
    }
  }

  public static final class ModelInUse extends ModelRefusal {
    ModelInUse(String use) {
      super(use);
    }
  }

  public static final class TooManyModels extends ModelRefusal {
    TooManyModels(int limit) {
      super("%s models are loaded, and each of them answers somebody".formatted(limit));
    }
  }

  public static final class TooManyExperiments extends ModelRefusal {
    TooManyExperiments(int limit) {
      super("%s experiments run, as many as may".formatted(limit));
    }
  }

  public static final class UnknownRelease extends ModelRefusal {
    UnknownRelease() {
      super("Neither this service nor the coordinator has this release");
    }
  }

  public static final class RefusedRelease extends ModelRefusal {
    RefusedRelease(ReleaseVerificationException e) {
      super("The release does not verify: " + e.reason().code());
    }
  }

  public static final class UnreachableRelease extends ModelRefusal {
    UnreachableRelease(IOException e) {
      super(null, "The release could not be fetched", e);
    }
  }

  public static final class NoMemory extends ModelRefusal {
    NoMemory(NoMemoryException e) {
      super(null, String.valueOf(e.getMessage()), e);
    }
  }

  public static final class DiskIsFull extends ModelRefusal {
    DiskIsFull(IOException e) {
      super(null, "The disk has no room for the release", e);
    }
  }
}
