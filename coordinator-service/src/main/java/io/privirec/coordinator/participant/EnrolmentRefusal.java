package io.privirec.coordinator.participant;

/// Why somebody is not enrolled. The message is a sentence for the caller.
public abstract sealed class EnrolmentRefusal extends RuntimeException {
  private EnrolmentRefusal(String detail) {
    super(detail);
  }

  public static final class KeyNotProven extends EnrolmentRefusal {
    KeyNotProven() {
      super("The signature does not prove possession of the identity key");
    }
  }

  public static final class TokenRefused extends EnrolmentRefusal {
    TokenRefused() {
      super("The enrolment token is unknown, expired or used already");
    }
  }

  public static final class AlreadyEnrolled extends EnrolmentRefusal {
    AlreadyEnrolled() {
      super("The participant id or identity key is enrolled already");
    }
  }
}
