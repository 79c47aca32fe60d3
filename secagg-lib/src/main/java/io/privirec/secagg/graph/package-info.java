/// Who shares secrets with whom in a round: the graph of Bell et al. 2020 (CCS).
///
/// Entry type: [io.privirec.secagg.graph.SharingGraph]. Everything here is a deterministic function
/// of public numbers: each participant computes it again and believes nobody. No keys and no
/// messages belong here.
@NullMarked
package io.privirec.secagg.graph;

import org.jspecify.annotations.NullMarked;
