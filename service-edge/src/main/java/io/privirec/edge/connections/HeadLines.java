package io.privirec.edge.connections;

import java.nio.ByteBuffer;
import org.apache.coyote.Request;
import org.apache.coyote.http11.Http11InputBuffer;

/// The lines of a request's head, as the client sent them.
///
/// RFC 9112, section 2.2, ends each line with CR LF and lets a server accept a bare LF. Tomcat
/// always accepts a bare LF, and no setting changes this. A proxy that does not accept it sees
/// another request than Tomcat, so that a request can pass the proxy hidden in a header line.
final class HeadLines {
  private HeadLines() {}

  /// Whether a line of the head ends without a CR. Call this after Tomcat has parsed the head and
  /// before it reads the body: then the head lies between index 0 and the position of the buffer.
  /// Tomcat moves header values inside the buffer, but leaves each CR and LF in its place.
  static boolean haveBareLineFeed(Request request) {
    return request.getInputBuffer() instanceof Http11InputBuffer buffer
        && haveBareLineFeed(buffer.getByteBuffer());
  }

  private static boolean haveBareLineFeed(ByteBuffer head) {
    byte before = 0;
    for (int at = 0; at < head.position(); at++) {
      byte next = head.get(at);
      if (next == '\n' && before != '\r') {
        return true;
      }
      before = next;
    }
    return false;
  }
}
