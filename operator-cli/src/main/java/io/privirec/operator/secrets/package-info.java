/// Makes what the services of a deployment keep secret, before any of them runs. Entry:
/// [SecretsCommand].
@NullMarked
package io.privirec.operator.secrets;

import org.jspecify.annotations.NullMarked;
