/// Models, experiments and evaluations over HTTP.
@NullMarked
package io.privirec.recommender.models.web;

import org.jspecify.annotations.NullMarked;
