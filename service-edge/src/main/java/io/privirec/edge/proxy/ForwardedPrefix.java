package io.privirec.edge.proxy;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;
import org.springframework.web.util.ForwardedHeaderUtils;

/// The headers by which proxies tell where they found a service: checked before anybody uses them.
final class ForwardedPrefix {
  private static final String PREFIX = "X-Forwarded-Prefix";
  private static final String PORT = "X-Forwarded-Port";
  private static final List<String> OTHERS =
      List.of(
          "Forwarded",
          "X-Forwarded-Host",
          PORT,
          "X-Forwarded-Proto",
          "X-Forwarded-Ssl",
          "X-Forwarded-For");

  /// Segments of unreserved characters (RFC 3986, 2.3), each after a slash. A slash at the end is
  /// taken for none. Firewalls of servers refuse some of the other characters, such as `;` and
  /// encoded slashes, without an answer that says so.
  private static final Pattern PATH = Pattern.compile("(?:/[A-Za-z0-9._~-]++)*+/?");

  /// The length of all prefixes together. The pattern needs stack for each segment.
  private static final int MOST_CHARS = 256;

  private static final Pattern DIGITS = Pattern.compile("\\d{1,5}");
  private static final int MOST_PORT = 65_535;

  private ForwardedPrefix() {}

  /// Returns the path that proxies took away: empty, or a path without a slash at the end. The
  /// paths of several proxies follow each other.
  static String of(HttpServletRequest request) {
    StringBuilder path = new StringBuilder();
    values(request, PREFIX)
        .forEach(
            part -> path.append(part.endsWith("/") ? part.substring(0, part.length() - 1) : part));
    return path.toString();
  }

  /// Returns the fault of headers that cannot be read.
  static Optional<String> fault(HttpServletRequest request) {
    List<String> prefixes = values(request, PREFIX);
    if (prefixes.stream().mapToInt(String::length).sum() > MOST_CHARS
        || !prefixes.stream().allMatch(part -> PATH.matcher(part).matches() && !hasDots(part))) {
      return Optional.of(
          "%s must be a path of letters, digits and . _ ~ -, such as /recommender, with at most %s characters"
              .formatted(PREFIX, MOST_CHARS));
    }
    if (!values(request, PORT).stream().allMatch(ForwardedPrefix::isPort)) {
      return Optional.of(PORT + " must be a port");
    }
    HttpHeaders headers = new HttpHeaders();
    for (String name : OTHERS) {
      Collections.list(request.getHeaders(name)).forEach(value -> headers.add(name, value));
    }
    try {
      URI uri = URI.create("http://localhost/");
      ForwardedHeaderUtils.adaptFromForwardedHeaders(uri, headers).build();
      ForwardedHeaderUtils.parseForwardedFor(uri, headers, null);
      return Optional.empty();
    } catch (IllegalArgumentException malformed) {
      return Optional.of("Forwarded, or another header of a proxy, cannot be read");
    }
  }

  private static boolean hasDots(String path) {
    return List.of(path.split("/")).stream()
        .anyMatch(segment -> segment.equals("..") || segment.equals("."));
  }

  private static boolean isPort(String text) {
    return DIGITS.matcher(text).matches() && Integer.parseInt(text) <= MOST_PORT;
  }

  private static List<String> values(HttpServletRequest request, String name) {
    return Collections.list(request.getHeaders(name)).stream()
        .flatMap(header -> List.of(header.split(",")).stream())
        .map(String::strip)
        .filter(part -> !part.isEmpty())
        .toList();
  }
}
