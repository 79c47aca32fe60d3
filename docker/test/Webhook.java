import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/// Prints what Alertmanager sends to it, a line for each message.
public final class Webhook {
  private Webhook() {}

  public static void main(String[] arguments) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress(9095), 0);
    server.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          System.out.println(body.replace("\n", " "));
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
  }
}
