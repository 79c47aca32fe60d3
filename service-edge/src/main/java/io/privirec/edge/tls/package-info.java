/// TLS of the calls that a service makes. That of the calls it takes is Spring Boot's
/// (`server.ssl.bundle`).
@NullMarked
package io.privirec.edge.tls;

import org.jspecify.annotations.NullMarked;
