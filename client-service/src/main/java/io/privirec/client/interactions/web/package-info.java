/// Imports over HTTP.
@NullMarked
package io.privirec.client.interactions.web;

import org.jspecify.annotations.NullMarked;
