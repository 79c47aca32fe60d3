/// FedPower: its sessions as the lab runs them, and trials of its noise in this process.
@NullMarked
package io.privirec.lab.fedpower;

import org.jspecify.annotations.NullMarked;
