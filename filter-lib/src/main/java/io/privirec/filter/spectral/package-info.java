/// The spectrum of the normalised interactions: public start basis, tall QR, one participant's
/// products and the central power iteration that the federated one is measured against.
@NullMarked
package io.privirec.filter.spectral;

import org.jspecify.annotations.NullMarked;
