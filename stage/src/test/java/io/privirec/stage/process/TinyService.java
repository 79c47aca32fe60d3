package io.privirec.stage.process;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * The smallest program that behaves like a service to its supervisor: answers its readiness probe,
 * ends with its parent. With {@code --fail} it says why and ends at once, with {@code --hold} it
 * takes so many bytes of heap first.
 */
public final class TinyService {
  private TinyService() {}

  public static void main(String[] arguments) throws IOException {
    System.out.println("secret given: " + (System.getenv("PRIVIREC_ADMIN_TOKEN") != null));
    if (option(arguments, "fail") != null) {
      System.out.println("cannot start: " + option(arguments, "fail"));
      System.exit(4);
    }
    if (option(arguments, "hold") != null) {
      byte[] held = new byte[Integer.parseInt(option(arguments, "hold"))];
      System.out.println("holds " + held.length);
    }
    int port = Integer.parseInt(option(arguments, "server.port"));
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext(
        "/readyz",
        exchange -> {
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
    while (System.in.read() >= 0) {
      // until the parent is gone
    }
    System.exit(0);
  }

  private static String option(String[] arguments, String name) {
    String prefix = "--" + name + "=";
    return Arrays.stream(arguments)
        .filter(argument -> argument.startsWith(prefix))
        .map(argument -> argument.substring(prefix.length()))
        .findFirst()
        .orElse(null);
  }

  /** Packs this class as an executable jar, once: a process may run it. */
  static Path jar(Path directory) throws IOException {
    Path jar = directory.resolve("tiny-1.jar");
    if (Files.exists(jar)) {
      return jar;
    }
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, TinyService.class.getName());
    String entry = TinyService.class.getName().replace('.', '/') + ".class";
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest);
        var bytes = TinyService.class.getClassLoader().getResourceAsStream(entry)) {
      out.putNextEntry(new JarEntry(entry));
      bytes.transferTo(out);
    }
    return jar;
  }
}
