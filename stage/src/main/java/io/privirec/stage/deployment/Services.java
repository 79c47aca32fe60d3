package io.privirec.stage.deployment;

import io.privirec.operator.http.ClientApi;
import io.privirec.operator.http.CoordinatorApi;
import io.privirec.secagg.roster.Roster;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;

/// A coordinator and client-services with one roster, to a program that is operator, holders and
/// keeper of the roster in one. Whoever started them.
public interface Services {
  CoordinatorApi coordinator();

  /// The client-service that hosts a participant: they are dealt out in turn.
  ///
  /// @param participant its number, from 0
  ClientApi clientOf(int participant);

  /// Where others send messages to a participant; empty if only the coordinator takes them in.
  ///
  /// @param participant its number, from 0
  Optional<URI> peerAddressOf(int participant);

  /// Whether that client-service runs, the first one or one started in its place, as far as can be
  /// seen from here.
  boolean hasClientOf(int participant);

  /// Signs a roster, tells the coordinator, and puts it in force at every holder.
  void agreeOn(Roster roster) throws IOException, InterruptedException;
}
