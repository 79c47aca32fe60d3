/// A client of the recommender-service for Java, on the JDK's HTTP client and the records of
/// [io.privirec.wire]. Begin with [io.privirec.wire.client.RecommenderClient]. Nothing here ranks,
/// caches, repeats requests or keeps histories.
@NullMarked
package io.privirec.wire.client;

import org.jspecify.annotations.NullMarked;
