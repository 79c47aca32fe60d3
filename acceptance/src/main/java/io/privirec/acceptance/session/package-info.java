/// Sessions that campaigns and soaks start, by algorithm: their requests, and the bound on what a
/// session of bounded least squares may publish.
@NullMarked
package io.privirec.acceptance.session;

import org.jspecify.annotations.NullMarked;
