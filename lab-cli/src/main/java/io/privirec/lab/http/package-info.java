/// The services' HTTP interfaces as the lab uses them: JSON in and out, problems as exceptions.
/// Nothing here decides what to ask for.
@NullMarked
package io.privirec.lab.http;

import org.jspecify.annotations.NullMarked;
