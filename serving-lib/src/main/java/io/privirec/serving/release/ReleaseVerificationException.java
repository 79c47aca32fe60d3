package io.privirec.serving.release;

import java.security.GeneralSecurityException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A release is not what its coordinator signed. It must not be used.
public final class ReleaseVerificationException extends GeneralSecurityException {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  public ReleaseVerificationException(Reason reason, String detail) {
    this(reason, detail, null);
  }

  public ReleaseVerificationException(Reason reason, String detail, @Nullable Throwable cause) {
    super(reason.code() + ": " + detail, cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  /// What is wrong.
  public enum Reason {
    /// A file that every release has, or that the manifest lists, is not there.
    FILE_MISSING,
    /// The signature is not by the pinned coordinator key over these bytes of the manifest.
    BAD_SIGNATURE,
    /// The manifest is signed, but cannot be read.
    MALFORMED_MANIFEST,
    /// The manifest is of a format version that this software does not know.
    UNSUPPORTED_FORMAT,
    /// The manifest's claim of privacy cannot be read, or its sums support no claim.
    UNSUPPORTED_CLAIM,
    /// A file claims more bytes than its items and parameters allow.
    FILE_TOO_LARGE,
    /// The manifest's claim does not support its protection: `private` without a claim, or
    /// `no-noise` with a claim.
    PROTECTION_CONTRADICTED,
    /// A file has another size than the manifest says.
    WRONG_SIZE,
    /// A file has another SHA-256 than the manifest says.
    DIGEST_MISMATCH,
    /// The files do not fit together: other numbers of items, a catalogue that cannot be read.
    INCONSISTENT;

    /// Stable, lower-kebab.
    public String code() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
