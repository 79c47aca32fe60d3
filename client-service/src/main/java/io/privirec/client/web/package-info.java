/// As which problem the client answers what its features refuse.
@NullMarked
package io.privirec.client.web;

import org.jspecify.annotations.NullMarked;
