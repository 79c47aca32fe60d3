/** The data holder's service: interaction store, participant runtime, recommendations at home. */
@NullMarked
package io.privirec.client;

import org.jspecify.annotations.NullMarked;
