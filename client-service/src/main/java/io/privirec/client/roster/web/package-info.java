/// The roster over HTTP.
@NullMarked
package io.privirec.client.roster.web;

import org.jspecify.annotations.NullMarked;
