/// What the recommender and the client at home have in common over HTTP, as Spring adapters over
/// serving-lib. A service brings a [io.privirec.serving.web.ServingModel] and the access rules.
@NullMarked
package io.privirec.serving.web;

import org.jspecify.annotations.NullMarked;
