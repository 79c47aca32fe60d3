/// Releases as one line of text: what the command line takes, ledgers keep and manifests carry.
///
/// Entry type: [io.privirec.privacy.text.ReleaseText].
@NullMarked
package io.privirec.privacy.text;

import org.jspecify.annotations.NullMarked;
