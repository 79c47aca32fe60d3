/// What proxies say of a request: the path that they have taken away. Addresses are Tomcat's or
/// Spring's to read, as `server.forward-headers-strategy` says.
@NullMarked
package io.privirec.edge.proxy;

import org.jspecify.annotations.NullMarked;
