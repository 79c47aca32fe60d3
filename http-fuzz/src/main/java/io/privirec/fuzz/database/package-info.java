/// One database server for all services that a run of tests starts:
/// [io.privirec.fuzz.database.SharedDatabase].
package io.privirec.fuzz.database;
