/**
 * Numeric core: matrices, kernels, graph filters, ranking metrics, dataset readers, safetensors.
 */
@NullMarked
package io.privirec.filter;

import org.jspecify.annotations.NullMarked;
