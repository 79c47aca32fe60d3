package io.privirec.fuzz.http;

import io.privirec.crypto.signature.IdentityKeyPair;
import java.util.List;
import java.util.Map;

/// A running service and what exists in it.
///
/// @param callers participants whose request tokens the service verifies
/// @param known values that exist, by the name of the path or query parameter that takes them
/// @param bodies by operation id: bodies that are right, or were
/// @param schemas by operation id, of those that are also sent what is right: the name of the
///   schema of a body, or of a body's lines where it is NDJSON
/// @param secrets texts that must be in no answer to anybody and in no log line
public record FuzzTarget(
    int port,
    String adminToken,
    Map<String, IdentityKeyPair> callers,
    Map<String, List<String>> known,
    Map<String, List<byte[]>> bodies,
    Map<String, String> schemas,
    List<String> secrets) {
  public FuzzTarget {
    callers = Map.copyOf(callers);
    known = Map.copyOf(known);
    bodies = Map.copyOf(bodies);
    schemas = Map.copyOf(schemas);
    secrets = List.copyOf(secrets);
  }
}
