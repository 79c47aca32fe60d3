/// Who shares secrets with whom in a round, and how many shares open one: the graph of Bell et al.
/// 2020 (CCS) and the solver of its parameters.
///
/// Entry types: [io.privirec.secagg.graph.ParameterSolver] and
/// [io.privirec.secagg.graph.SharingGraph]. Everything here is a deterministic function of public
/// numbers: each participant computes it again and believes nobody. No keys and no messages belong
/// here.
@NullMarked
package io.privirec.secagg.graph;

import org.jspecify.annotations.NullMarked;
