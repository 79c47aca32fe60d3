package io.privirec.fuzz.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// Bytes sent as they are, on a connection of their own, and the answers that come back.
final class RawHttp {
  /// The status of an answer that has neither status nor headers.
  static final int NO_STATUS = 0;

  private static final int TIMEOUT_MILLIS = 60_000;

  private RawHttp() {}

  /// One answer of HTTP/1.x.
  ///
  /// @param headers by lower-case name
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Answer(int status, Map<String, String> headers, byte[] body) {
    String contentType() {
      return headers.getOrDefault("content-type", "");
    }

    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  /// Sends, says that nothing more comes, and reads until the server closes. A connection that the
  /// server resets gives the answers before that.
  ///
  /// @param head whether the first answer has no body whatever it announces
  static List<Answer> exchange(int port, byte[] request, boolean head) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.setTcpNoDelay(true);
      try {
        socket.getOutputStream().write(request);
        socket.shutdownOutput();
      } catch (IOException _) {
        // It answered and closed before everything was sent: the answer may still be readable.
      }
      return parse(received(socket.getInputStream()), head);
    }
  }

  private static byte[] received(InputStream in) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] buffer = new byte[1 << 14];
    try {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        all.write(buffer, 0, read);
      }
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException _) {
      // A reset.
    }
    return all.toByteArray();
  }

  private static List<Answer> parse(byte[] bytes, boolean head) {
    List<Answer> answers = new ArrayList<>();
    if (bytes.length > 0 && indexOf(bytes, "HTTP/", 0) != 0) {
      // To a request of HTTP/0.9, which has no version.
      return List.of(new Answer(NO_STATUS, Map.of(), bytes));
    }
    int at = 0;
    while (at < bytes.length) {
      int end = indexOf(bytes, "\r\n\r\n", at);
      if (end < 0) {
        throw new AssertionError("no head of an answer: " + excerpt(bytes, at));
      }
      String[] lines =
          new String(bytes, at, end - at, StandardCharsets.ISO_8859_1).split("\r\n", -1);
      if (!lines[0].matches("HTTP/1\\.[01] [1-5][0-9]{2}( .*)?")) {
        throw new AssertionError("no status line: " + lines[0]);
      }
      int status = Integer.parseInt(lines[0].substring(9, 12));
      Map<String, String> headers = headers(lines);
      at = end + 4;
      if (status / 100 == 1) {
        continue;
      }
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      boolean bodyless = (head && answers.isEmpty()) || status == 204 || status == 304;
      if (!bodyless) {
        at = readBody(bytes, at, headers, body);
      }
      answers.add(new Answer(status, headers, body.toByteArray()));
    }
    return answers;
  }

  private static Map<String, String> headers(String[] lines) {
    Map<String, String> headers = new TreeMap<>();
    for (int i = 1; i < lines.length; i++) {
      int colon = lines[i].indexOf(':');
      if (colon < 1) {
        throw new AssertionError("an answer has the header line " + lines[i]);
      }
      headers.put(
          lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
          lines[i].substring(colon + 1).strip());
    }
    return headers;
  }

  private static int readBody(
      byte[] bytes, int from, Map<String, String> headers, ByteArrayOutputStream body) {
    if (!"chunked".equals(headers.get("transfer-encoding"))) {
      String length = headers.get("content-length");
      int size = length == null ? bytes.length - from : Integer.parseInt(length);
      int end = Math.min(bytes.length, from + size);
      body.write(bytes, from, end - from);
      return end;
    }
    int at = from;
    while (true) {
      int line = indexOf(bytes, "\r\n", at);
      if (line < 0) {
        return bytes.length;
      }
      int size =
          HexFormat.fromHexDigits(new String(bytes, at, line - at, StandardCharsets.US_ASCII));
      int end = Math.min(bytes.length, line + 2 + size);
      body.write(bytes, line + 2, end - line - 2);
      at = Math.min(bytes.length, end + 2);
      if (size == 0) {
        return at;
      }
    }
  }

  private static int indexOf(byte[] bytes, String ascii, int from) {
    byte[] wanted = ascii.getBytes(StandardCharsets.US_ASCII);
    for (int at = from; at + wanted.length <= bytes.length; at++) {
      int same = 0;
      while (same < wanted.length && bytes[at + same] == wanted[same]) {
        same++;
      }
      if (same == wanted.length) {
        return at;
      }
    }
    return -1;
  }

  private static String excerpt(byte[] bytes, int from) {
    int length = Math.min(200, bytes.length - from);
    return new String(bytes, from, length, StandardCharsets.ISO_8859_1);
  }
}
