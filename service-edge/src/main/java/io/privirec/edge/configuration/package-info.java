/// What a service can be told, which names that has, and the refusal of any other name.
@NullMarked
package io.privirec.edge.configuration;

import org.jspecify.annotations.NullMarked;
