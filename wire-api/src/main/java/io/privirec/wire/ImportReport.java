package io.privirec.wire;

/// What an import did. An import is all or nothing.
///
/// @param lines data lines read
/// @param added interactions that were new
/// @param duplicates interactions that were there already, or twice in the file
public record ImportReport(
    String participant, long lines, long added, long duplicates, long users, long interactions) {}
