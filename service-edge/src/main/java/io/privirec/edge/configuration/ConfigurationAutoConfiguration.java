package io.privirec.edge.configuration;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Import;

/// What properties are converted by.
@AutoConfiguration
@Import(PublicIdentityKeyConverter.class)
class ConfigurationAutoConfiguration {}
