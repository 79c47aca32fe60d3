/// The contribution of a participant to one sum: frozen data and the round's broadcast become
/// masked chunks, and the chunks are uploaded.
///
/// Entry type: [io.privirec.client.contribution.ContributionUpload].
@NullMarked
package io.privirec.client.contribution;

import org.jspecify.annotations.NullMarked;
