/// The properties of a service: their names, their defaults, and the rejection of unknown names.
@NullMarked
package io.privirec.edge.configuration;

import org.jspecify.annotations.NullMarked;
