/// The model in use: found, verified, loaded, warmed up, and exchanged for a newer one.
@NullMarked
package io.privirec.recommender.models;

import org.jspecify.annotations.NullMarked;
