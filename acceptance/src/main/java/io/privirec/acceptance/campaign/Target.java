package io.privirec.acceptance.campaign;

import java.util.Locale;

/// What a kill hits. Every kill is SIGKILL.
enum Target {
  /// The service's own process. Its database server lives on until it is stopped.
  SERVICE(12),
  /// The main process of the service's database server; the others notice by themselves.
  POSTMASTER(3),
  /// Every process of the database server.
  DATABASE(3),
  /// One process of the database server that is not the main one: the server recovers by itself,
  /// and so must the service, without being started again.
  BACKEND(2),
  /// The service and every process of its database server.
  HOST(4);

  private final int weight;

  Target(int weight) {
    this.weight = weight;
  }

  /// How often it is drawn, among the others.
  int weight() {
    return weight;
  }

  /// Whether the service ends by itself, its database having been killed.
  boolean isDatabase() {
    return this == POSTMASTER || this == DATABASE;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
