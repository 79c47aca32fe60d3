package io.privirec.edge.lifecycle;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// When the process ends.
///
/// @param parentWatch whether the process ends when its standard input does: for supervisors
@ConfigurationProperties("privirec")
record LifecycleSettings(@DefaultValue("false") boolean parentWatch) {}
