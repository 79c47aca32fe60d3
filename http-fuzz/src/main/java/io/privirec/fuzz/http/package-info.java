/// Malformed requests against a running service, for the integration tests of all services.
package io.privirec.fuzz.http;
