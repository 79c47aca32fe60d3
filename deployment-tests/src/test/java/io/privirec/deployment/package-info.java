/// The manifests of `k8s/`: rendered, read by type, and compared with what the services have.
/// Entry: [io.privirec.deployment.Checks].
package io.privirec.deployment;
