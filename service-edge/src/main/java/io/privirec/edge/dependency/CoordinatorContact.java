package io.privirec.edge.dependency;

import java.util.Optional;
import java.util.Set;

/// The coordinator, as the last call to it found it: a service that calls it every few seconds
/// needs no calls for the watch alone.
public final class CoordinatorContact implements Dependency {
  private static final String NAME = "coordinator";
  private static final String UNREACHABLE = "unreachable";
  private static final String UNAVAILABLE = "unavailable";
  private static final String REFUSED = "refused";

  private final Outages outages;
  private volatile Optional<Fault> last = Optional.empty();

  public CoordinatorContact(Outages outages) {
    this.outages = outages;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Set<String> causes() {
    return Set.of(UNREACHABLE, UNAVAILABLE, REFUSED);
  }

  /// The coordinator has answered a call.
  public void answered() {
    last = Optional.empty();
  }

  /// A call had no answer.
  ///
  /// @param detail of the failure
  public void failed(String detail) {
    lost(
        new Fault(
            UNREACHABLE,
            detail,
            "Nothing is lost: calls are repeated. See the network, and the coordinator's operator"
                + " (docs/runbooks.md, PriviRecCoordinatorUnreachable)"));
  }

  /// The coordinator has answered "try later" each time, as with a full disk or no database.
  ///
  /// @param detail of the answer
  public void unavailable(String detail) {
    lost(
        new Fault(
            UNAVAILABLE,
            detail,
            "Nothing is lost: calls are repeated. The coordinator can be reached and has a fault of"
                + " its own: see its operator (docs/runbooks.md, PriviRecCoordinatorUnreachable)"));
  }

  private void lost(Fault fault) {
    last = Optional.of(fault);
    outages.failed(NAME, fault);
  }

  /// A call was refused for a reason that a repetition does not cure.
  ///
  /// @param detail what was answered
  public void refused(String detail) {
    outages.failed(
        NAME,
        new Fault(
            REFUSED,
            detail,
            "The coordinator can be reached. See its problem, and the clock of this service"
                + " (docs/runbooks.md, PriviRecCoordinatorRefuses)"));
  }

  @Override
  public Optional<Fault> look() {
    return last;
  }
}
