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

  private static String received(InputStream in) throws IOException {
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
    return all.toString(StandardCharsets.ISO_8859_1);
  }

  /// @param text what was received, a character for each byte
  private static List<Answer> parse(String text, boolean head) {
    List<Answer> answers = new ArrayList<>();
    if (!text.isEmpty() && !text.startsWith("HTTP/")) {
      // To a request of HTTP/0.9, which has no version.
      return List.of(new Answer(NO_STATUS, Map.of(), bytes(text)));
    }
    int at = 0;
    while (at < text.length()) {
      int end = text.indexOf("\r\n\r\n", at);
      if (end < 0) {
        throw new AssertionError(
            "no head of an answer: " + text.substring(at, Math.min(at + 200, text.length())));
      }
      String[] lines = text.substring(at, end).split("\r\n", -1);
      if (!lines[0].matches("HTTP/1\\.[01] [1-5][0-9]{2}( .*)?")) {
        throw new AssertionError("no status line: " + lines[0]);
      }
      int status = Integer.parseInt(lines[0].substring(9, 12));
      Map<String, String> headers = headers(lines);
      at = end + 4;
      if (status / 100 == 1) {
        continue;
      }
      StringBuilder body = new StringBuilder();
      boolean bodyless = (head && answers.isEmpty()) || status == 204 || status == 304;
      if (!bodyless) {
        at = readBody(text, at, headers, body);
      }
      answers.add(new Answer(status, headers, bytes(body.toString())));
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
      String text, int from, Map<String, String> headers, StringBuilder body) {
    if (!"chunked".equals(headers.get("transfer-encoding"))) {
      String length = headers.get("content-length");
      int size = length == null ? text.length() - from : Integer.parseInt(length);
      int end = Math.min(text.length(), from + size);
      body.append(text, from, end);
      return end;
    }
    int at = from;
    while (true) {
      int line = text.indexOf("\r\n", at);
      if (line < 0) {
        return text.length();
      }
      int size = HexFormat.fromHexDigits(text, at, line);
      int end = Math.min(text.length(), line + 2 + size);
      body.append(text, line + 2, end);
      at = Math.min(text.length(), end + 2);
      if (size == 0) {
        return at;
      }
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
