package io.privirec.recommender.batch;

import io.privirec.edge.datadir.DiskFull;
import io.privirec.recommender.models.ModelRefusal;
import io.privirec.serving.web.batch.BatchScoring;
import io.privirec.serving.web.batch.LineCount;
import io.privirec.serving.web.batch.RequestLines;
import io.privirec.wire.JobView;
import io.privirec.wire.JobView.Status;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Jobs, one after another in the order in which they came. Their requests are on the disk only
/// until the job is done or has failed. A job that a restart interrupted has failed: whoever sent
/// it has the requests.
class Jobs implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Jobs.class);
  private static final int BUFFER = 1 << 16;
  private static final int ID_BYTES = 16;

  /// The same word as of the problem.
  private static final String STORAGE_FULL = "storage-full";

  private final JobFiles files;
  private final BatchScoring scoring;
  private final ModelLines lines;
  private final JobSettings settings;
  private final Clock clock;
  private final SecureRandom random;
  private final ResultRoom room;

  /// On the disk, be they more than may be kept: an earlier process may have kept more.
  private final AtomicInteger kept = new AtomicInteger();

  private final Map<String, Job> jobs = new ConcurrentHashMap<>();
  private final ScheduledExecutorService worker = daemon("jobs");
  private final ScheduledExecutorService collector = daemon("jobs-collector");
  private @Nullable ScheduledFuture<?> collecting;

  Jobs(
      JobFiles files,
      BatchScoring scoring,
      ModelLines lines,
      JobSettings settings,
      Clock clock,
      SecureRandom random) {
    this.files = files;
    this.scoring = scoring;
    this.lines = lines;
    this.settings = settings;
    this.clock = clock;
    this.random = random;
    this.room = new ResultRoom(settings.maxResultBytes().toBytes());
  }

  private static ScheduledExecutorService daemon(String name) {
    return Executors.newSingleThreadScheduledExecutor(
        Thread.ofPlatform().name(name).daemon().factory());
  }

  /// Finds what an earlier process left, and begins to collect what is old.
  void start() {
    try {
      for (JobView view : files.load()) {
        Job job = new Job(view);
        if (!job.isOver()) {
          files.deleteResult(view.id());
          files.save(job.fail("interrupted", clock.instant(), settings.retention()));
        }
        files.deleteRequests(view.id());
        if (view.resultBytes() != null) {
          room.found(view.id(), view.resultBytes());
        }
        jobs.put(view.id(), job);
        kept.incrementAndGet();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("jobs of an earlier process cannot be read", e);
    }
    collecting =
        collector.scheduleWithFixedDelay(
            this::collect, 0, settings.collectEvery().toMillis(), TimeUnit.MILLISECONDS);
  }

  /// Takes a job; its requests are on the disk when this returns.
  ///
  /// @param choice which models it asks
  /// @throws JobRefusal if it is too large or empty, there are too many jobs or no room for its
  ///   result
  /// @throws ModelRefusal if it names a model or an experiment that is not there
  JobView create(InputStream requests, BatchChoice choice) throws IOException {
    if (choice.isNamed()) {
      lines.requireModel(choice);
    }
    room.require(1);
    if (!takePlace()) {
      throw new JobRefusal.TooManyJobs(settings.maxJobs(), settings.collectEvery());
    }
    byte[] idBytes = new byte[ID_BYTES];
    random.nextBytes(idBytes);
    String id = HexFormat.of().formatHex(idBytes);
    boolean isTaken = false;
    try {
      Job job = Job.queued(id, spool(id, requests), clock.instant());
      JobView view = job.view();
      files.save(view);
      jobs.put(id, job);
      isTaken = true;
      worker.execute(() -> run(job, choice));
      return view;
    } finally {
      if (!isTaken) {
        abandon(id);
      }
    }
  }

  private boolean takePlace() {
    int most = settings.maxJobs();
    return kept.getAndUpdate(jobs -> jobs < most ? jobs + 1 : jobs) < most;
  }

  /// Removes what is there of a job that was not taken.
  private void abandon(String id) {
    Job job = Job.queued(id, 0, clock.instant());
    job.delete();
    jobs.put(id, job);
    try {
      clear(id, job);
    } catch (IOException | UncheckedIOException e) {
      log.error("What came in of job {} cannot be deleted yet", id, e);
    }
  }

  /// Newest first.
  List<JobView> all() {
    return jobs.values().stream()
        .filter(job -> !job.isDeleted())
        .map(Job::view)
        .sorted(Comparator.comparing(JobView::createdAt).reversed())
        .toList();
  }

  JobView require(String id) {
    return job(id).view();
  }

  /// The file with the result.
  ///
  /// @throws JobRefusal if there is none
  Path result(String id) {
    if (job(id).view().status() != Status.COMPLETED) {
      throw new JobRefusal.NoResult();
    }
    return files.result(id);
  }

  /// Deletes a job with all that it has; one under way stops.
  ///
  /// @throws IOException if something of it is still there: it has its place until that is gone,
  ///   which is tried again and again
  void delete(String id) throws IOException {
    Job job = jobs.get(id);
    if (job == null) {
      throw new JobRefusal.UnknownJob();
    }
    job.delete();
    clear(id, job);
  }

  /// After the mark of its deletion nothing new of a job comes to the disk.
  private void clear(String id, Job job) throws IOException {
    synchronized (job.disk()) {
      files.delete(id);
    }
    if (jobs.remove(id, job)) {
      room.giveBack(id);
      kept.decrementAndGet();
    }
  }

  private Job job(String id) {
    Job job = jobs.get(id);
    if (job == null || job.isDeleted()) {
      throw new JobRefusal.UnknownJob();
    }
    return job;
  }

  /// Writes the requests to the disk as they come; returns how many there are.
  private long spool(String id, InputStream requests) throws IOException {
    LineCount count = new LineCount();
    long bytes = 0;
    byte[] buffer = new byte[BUFFER];
    try (OutputStream out = files.createRequests(id)) {
      for (int n = requests.read(buffer); n >= 0; n = requests.read(buffer)) {
        count.add(buffer, n);
        bytes += n;
        requireAtMost(count.requests(), bytes);
        out.write(buffer, 0, n);
      }
    }
    if (count.requests() == 0) {
      throw new JobRefusal.Empty();
    }
    room.require(count.requests());
    return count.requests();
  }

  private void requireAtMost(long lines, long bytes) {
    if (lines > settings.maxJobLines() || bytes > settings.maxJobBytes().toBytes()) {
      throw new JobRefusal.TooLarge(settings.maxJobLines(), settings.maxJobBytes().toBytes());
    }
  }

  private void run(Job job, BatchChoice choice) {
    String id = job.view().id();
    if (job.isDeleted()) {
      return;
    }
    String failure;
    try {
      change(job, () -> files.save(job.run()));
      lines.requireModel(choice);
      answer(job, choice);
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    } catch (DeletedException e) {
      log.debug("A job was deleted while it ran");
      return;
    } catch (JobRefusal.NoRoom e) {
      failure = STORAGE_FULL;
    } catch (ModelRefusal e) {
      failure = "no-model";
    } catch (IOException e) {
      failure = DiskFull.explains(e) ? STORAGE_FULL : "storage";
      if (!job.isDeleted()) {
        log.error("Job {} cannot be read or written", id, e);
      }
    } catch (RuntimeException | Error e) {
      // An Error, too: its thread lives on, and nobody else would tell of it.
      failure = "internal";
      log.error("Job {} failed", id, e);
    } finally {
      if (job.isDeleted()) {
        room.giveBack(id);
      }
    }
    fail(job, failure);
  }

  private void answer(Job job, BatchChoice choice) throws IOException, InterruptedException {
    String id = job.view().id();
    try (InputStream in =
            new BufferedInputStream(Files.newInputStream(files.requests(id)), BUFFER);
        OutputStream out = new BufferedOutputStream(room.limit(id, createResult(job)), BUFFER)) {
      scoring.answer(
          new RequestLines(in),
          lines.of(choice),
          id,
          out,
          (written, problems) -> {
            job.written(written, problems);
            requireWanted(job);
          });
    }
    change(
        job,
        () -> {
          files.deleteRequests(id);
          files.save(
              job.complete(Files.size(files.result(id)), clock.instant(), settings.retention()));
        });
  }

  private OutputStream createResult(Job job) throws IOException {
    synchronized (job.disk()) {
      requireWanted(job);
      return files.createResult(job.view().id());
    }
  }

  private void fail(Job job, String failure) {
    String id = job.view().id();
    try {
      JobView view = job.fail(failure, clock.instant(), settings.retention());
      change(
          job,
          () -> {
            files.deleteRequests(id);
            files.deleteResult(id);
            room.giveBack(id);
            files.save(view);
          });
    } catch (DeletedException e) {
      log.debug("A job was deleted as it failed");
    } catch (IOException | RuntimeException e) {
      log.error("Job {} cannot be cleared away", id, e);
    }
  }

  /// Changes what is on the disk of a job, unless it was deleted.
  private static void change(Job job, DiskChange change) throws IOException {
    synchronized (job.disk()) {
      requireWanted(job);
      change.make();
    }
  }

  private static void requireWanted(Job job) {
    if (job.isDeleted()) {
      throw new DeletedException();
    }
  }

  @FunctionalInterface
  private interface DiskChange {
    void make() throws IOException;
  }

  private void collect() {
    for (Job job : jobs.values()) {
      if (job.isDeleted() || job.isExpired(clock.instant())) {
        try {
          delete(job.view().id());
        } catch (JobRefusal.UnknownJob e) {
          log.debug("A job was deleted before it was collected");
        } catch (IOException | RuntimeException e) {
          log.error("Job {} cannot be deleted", job.view().id(), e);
        }
      }
    }
  }

  /// Ends a run whose job is gone.
  private static final class DeletedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @Override
  public void close() {
    if (collecting != null) {
      collecting.cancel(false);
    }
    worker.shutdownNow();
    collector.shutdownNow();
  }
}
