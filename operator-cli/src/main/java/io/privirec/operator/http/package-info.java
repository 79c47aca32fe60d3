/// HTTP interfaces of the coordinator-service and of a client-service, as their operators use them:
/// JSON in and out, problems as exceptions. Nothing here decides what to ask for.
@NullMarked
package io.privirec.operator.http;

import org.jspecify.annotations.NullMarked;
