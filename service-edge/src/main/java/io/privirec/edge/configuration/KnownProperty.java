package io.privirec.edge.configuration;

import java.util.Optional;

/// A property that the service has.
///
/// @param name in kebab case
/// @param preset value unless given
/// @param description sentences in Markdown
record KnownProperty(String name, Optional<String> preset, String description) {}
