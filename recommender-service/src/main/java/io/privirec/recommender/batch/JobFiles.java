package io.privirec.recommender.batch;

import io.privirec.edge.datadir.DurableFiles;
import io.privirec.wire.JobView;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Jobs on the disk, a directory each, readable by the service's account alone: the requests, which
/// are histories and go as soon as they are not needed, the result, and the view of the job.
///
/// @param directory exists, and is the service's own
record JobFiles(Path directory, JsonMapper json) {
  private static final String VIEW = "job.json";
  private static final String REQUESTS = "requests.ndjson";
  private static final String RESULT = "result.ndjson";
  private static final FileAttribute<?>[] OWN =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
          ? new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
          }
          : new FileAttribute<?>[0];

  Path requests(String id) {
    return directory.resolve(id).resolve(REQUESTS);
  }

  Path result(String id) {
    return directory.resolve(id).resolve(RESULT);
  }

  /// A new file for the requests of a new job.
  OutputStream createRequests(String id) throws IOException {
    Files.createDirectories(directory.resolve(id));
    return create(requests(id));
  }

  OutputStream createResult(String id) throws IOException {
    return create(result(id));
  }

  void deleteRequests(String id) throws IOException {
    Files.deleteIfExists(requests(id));
  }

  void deleteResult(String id) throws IOException {
    Files.deleteIfExists(result(id));
  }

  void delete(String id) throws IOException {
    DurableFiles.deleteTree(directory.resolve(id));
  }

  void save(JobView view) throws IOException {
    Path file = directory.resolve(view.id()).resolve(VIEW);
    Path draft = file.resolveSibling(VIEW + ".new");
    Files.deleteIfExists(draft);
    try (OutputStream out = create(draft)) {
      out.write(json.writeValueAsBytes(view));
    }
    DurableFiles.sync(draft);
    DurableFiles.place(draft, file);
  }

  /// All jobs whose view can be read; what is left of others is removed.
  List<JobView> load() throws IOException {
    List<JobView> views = new ArrayList<>();
    List<Path> jobs;
    try (Stream<Path> children = Files.list(directory)) {
      jobs = children.toList();
    }
    for (Path job : jobs) {
      Path view = job.resolve(VIEW);
      try {
        views.add(json.readValue(Files.readAllBytes(view), JobView.class));
      } catch (IOException | JacksonException e) {
        DurableFiles.deleteTree(job);
      }
    }
    return views;
  }

  /// Readable by nobody else from the first byte on.
  private static OutputStream create(Path file) throws IOException {
    Set<OpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    return Channels.newOutputStream(Files.newByteChannel(file, options, OWN));
  }
}
