package io.privirec.client.consent;

/// The party that consents to a session.
enum Consenter {
  /// The service, because the holder's settings allow it.
  SERVICE,
  /// A person, who was shown what the session opens.
  PERSON
}
