package io.privirec.stage.process;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/// Ctrl-C while this program works. The first ends the program, as without this class. The JVM
/// ignores all others while its shutdown hooks run; here they hurry the hooks.
///
/// The module `jdk.unsupported` exports the only API that sees a second signal. The compiler warns
/// of each use of its names, and nothing suppresses this warning: so they are looked up here.
public final class Interrupts implements AutoCloseable {
  private static final int ENDED_BY_INTERRUPT = 130;

  private final Object before;
  private boolean interrupted;

  private Interrupts(Runnable hurry) {
    try {
      Class<?> type = Class.forName("sun.misc.SignalHandler");
      Object handler =
          Proxy.newProxyInstance(
              type.getClassLoader(),
              new Class<?>[] {type},
              (_, method, _) -> {
                if (method.getName().equals("handle")) {
                  interrupt(hurry);
                }
                return null;
              });
      this.before = handle(handler);
      if (before.equals(type.getField("SIG_IGN").get(null))) {
        // A shell has started this program in the background.
        handle(before);
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("no module jdk.unsupported", e);
    }
  }

  /// Handles the signal until the result is closed.
  ///
  /// @param hurry runs at the second and each later signal; must not wait
  public static Interrupts secondOne(Runnable hurry) {
    return new Interrupts(hurry);
  }

  private static Object handle(Object handler) throws ReflectiveOperationException {
    Class<?> signal = Class.forName("sun.misc.Signal");
    Method handle = signal.getMethod("handle", signal, Class.forName("sun.misc.SignalHandler"));
    Object interrupt = signal.getConstructor(String.class).newInstance("INT");
    return handle.invoke(null, interrupt, handler);
  }

  private synchronized void interrupt(Runnable hurry) {
    if (interrupted) {
      hurry.run();
      return;
    }
    interrupted = true;
    // Exit waits for the hooks, and the next signal needs this thread.
    new Thread(() -> System.exit(ENDED_BY_INTERRUPT), "interrupted").start();
  }

  @Override
  public void close() {
    try {
      handle(before);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("no module jdk.unsupported", e);
    }
  }
}
