package io.privirec.client.coordinator;

import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.edge.auth.RequestTokenIssuer;
import io.privirec.edge.dependency.CoordinatorContact;
import io.privirec.edge.problem.Pace;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.CatalogueVersion;
import io.privirec.wire.CoordinatorInfo;
import io.privirec.wire.Enrolment;
import io.privirec.wire.EnrolmentRequest;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import javax.net.ssl.SSLContext;

/// What anybody may ask the coordinator, and the way to a [ParticipantChannel]. Thread-safe.
///
/// Every method throws a [CoordinatorException]; when the calling thread is interrupted, a
/// [CoordinatorException.Unreachable], and the interrupt flag stays set.
public final class CoordinatorClient implements AutoCloseable {
  private static final Pace SLOWEST = new Pace(Duration.ofSeconds(30), 16 << 10);

  private final Exchange exchange;
  private final CoordinatorContact contact;
  private final URI url;
  private final SSLContext tls;
  private final Clock clock;
  private final ClockDifference clocks;

  /// @param tls for an `https` URL
  /// @param contact is told how calls end
  public CoordinatorClient(
      URI url, SSLContext tls, Backoff backoff, CoordinatorContact contact, Clock clock) {
    this(url, tls, backoff, SLOWEST, contact, clock);
  }

  /// @param slowest at which answers may come
  CoordinatorClient(
      URI url,
      SSLContext tls,
      Backoff backoff,
      Pace slowest,
      CoordinatorContact contact,
      Clock clock) {
    this(url, tls, backoff, slowest, contact, clock, new ClockDifference(clock));
  }

  private CoordinatorClient(
      URI url,
      SSLContext tls,
      Backoff backoff,
      Pace slowest,
      CoordinatorContact contact,
      Clock clock,
      ClockDifference clocks) {
    this.exchange = new Exchange(url, tls, backoff, slowest, contact, clocks);
    this.contact = contact;
    this.clocks = clocks;
    this.tls = tls;
    this.url = url;
    this.clock = clock;
  }

  public URI url() {
    return url;
  }

  /// For connections of others to the same coordinator.
  public SSLContext tls() {
    return tls;
  }

  /// Another client of the same coordinator, with connections of its own.
  public CoordinatorClient another() {
    return new CoordinatorClient(url, tls, Backoff.DEFAULT, SLOWEST, contact, clock, clocks);
  }

  /// Of this holder's clock and the coordinator's.
  ClockDifference clocks() {
    return clocks;
  }

  /// Records how calls of other clients end.
  public CoordinatorContact contact() {
    return contact;
  }

  public CoordinatorInfo info() {
    return exchange.callJson(Call.get("/v1/coordinator"), null, CoordinatorInfo.class);
  }

  public Enrolment enrol(EnrolmentRequest request) {
    Call call = Call.post("/v1/participants", "application/json", exchange.toJson(request));
    return exchange.callJson(call, null, Enrolment.class);
  }

  /// The newest catalogue version.
  public CatalogueVersion catalogue() {
    return exchange.callJson(Call.get("/v1/catalogue"), null, CatalogueVersion.class);
  }

  public CatalogueVersion catalogue(int version) {
    return exchange.callJson(
        Call.get("/v1/catalogue/versions/" + version), null, CatalogueVersion.class);
  }

  /// Writes the NDJSON items of a version to a file; its digest is the caller's to check.
  ///
  /// @param limitBytes a longer body is not read to its end, and refused
  public void downloadCatalogue(int version, Path target, long limitBytes) {
    exchange.call(
        Call.get("/v1/catalogue/versions/" + version + "/items"),
        null,
        limitBytes,
        body -> Files.copy(body, target, StandardCopyOption.REPLACE_EXISTING));
  }

  /// The coordinator as one participant sees it; every call is signed with its identity key.
  public ParticipantChannel as(ParticipantId participant, IdentityKeyPair identity) {
    return new ParticipantChannel(exchange, new RequestTokenIssuer(participant, identity, clock));
  }

  @Override
  public void close() {
    exchange.close();
  }
}
