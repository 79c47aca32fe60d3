package io.privirec.client.participant;

/// Is told of every participant right after its enrolment.
@FunctionalInterface
public interface EnrolmentListener {
  void enrolled(Participant participant);
}
