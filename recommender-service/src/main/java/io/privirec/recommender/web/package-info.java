/// As which problem the service answers what its features refuse.
@NullMarked
package io.privirec.recommender.web;

import org.jspecify.annotations.NullMarked;
