package io.privirec.lab.option;

import io.privirec.filter.data.FileFormat;
import java.nio.file.Path;

/// A data set that was named, unread.
///
/// @param path of a directory or a file
/// @param format of its files of interactions
public record DataFile(Path path, FileFormat format) {}
