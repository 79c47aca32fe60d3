package io.privirec.acceptance.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// Keep-alive HTTP/1.1 connections to one service, all on one thread: what sends must cost little
/// beside what is measured on the same cores. Requests are bytes that were made before; of an
/// answer only the status is kept. A request that finds no free connection waits for one.
///
/// The times between requests are kept by the same thread ([#after]), so that a request costs no
/// switch of threads. On Linux the kernel's timers wake it to the microsecond, elsewhere to the
/// millisecond.
final class Connections implements AutoCloseable {
  /// What a request gets whose connection could not be made, or broke.
  static final int NO_ANSWER = 0;

  private static final boolean NATIVE = Epoll.isAvailable();

  private final EventLoopGroup threads =
      new MultiThreadIoEventLoopGroup(
          1, NATIVE ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
  private final EventLoop thread = threads.next();
  private final Bootstrap bootstrap;
  private final int most;

  /// Connections without a request; the last one used is used next.
  private final Deque<Line> free = new ArrayDeque<>();

  private final Queue<Request> waiting = new ArrayDeque<>();

  /// Connections that are open or about to be.
  private int open;

  /// @param answered gets the status or [#NO_ANSWER]
  private record Request(ByteBuf bytes, IntConsumer answered) {}

  /// @param most connections at a time
  Connections(InetSocketAddress service, int most) {
    this(service, most, null);
  }

  /// @param from the local address; null for any
  Connections(InetSocketAddress service, int most, @Nullable String from) {
    this.most = most;
    this.bootstrap =
        new Bootstrap()
            .group(thread)
            .channel(NATIVE ? EpollSocketChannel.class : NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .localAddress(from == null ? null : new InetSocketAddress(from, 0))
            .remoteAddress(service)
            .handler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel
                        .pipeline()
                        .addLast(
                            new HttpResponseDecoder(
                                new HttpDecoderConfig().setValidateHeaders(false)),
                            new Line(channel));
                  }
                });
  }

  /// Has the thread of the connections do the work, and waits for its result.
  <T> T call(Callable<T> work) throws InterruptedException {
    try {
      return thread.submit(work).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  /// How many connections are open or about to be.
  int open() throws InterruptedException {
    return call(() -> open);
  }

  /// Has the thread of the connections do the work after a time.
  void after(long nanos, Runnable work) {
    var _ = thread.schedule(work, nanos, TimeUnit.NANOSECONDS);
  }

  /// Sends a request and returns at once; on the thread of the connections.
  ///
  /// @param request head and body
  /// @param answered gets the status or [#NO_ANSWER], on the same thread
  void send(byte[] request, IntConsumer answered) {
    waiting.add(new Request(Unpooled.wrappedBuffer(request), answered));
    sendNext();
  }

  /// Sends what waits the longest, if a connection is free or may be made.
  private void sendNext() {
    if (waiting.isEmpty()) {
      return;
    }
    @Nullable Line line = free.pollLast();
    while (line != null && !line.channel.isActive()) {
      line = free.pollLast();
    }
    if (line != null) {
      line.send(waiting.remove());
    } else if (open < most) {
      open++;
      Request request = waiting.remove();
      bootstrap
          .connect()
          .addListener((ChannelFuture connected) -> {
            if (connected.isSuccess()) {
              connected.channel().pipeline().get(Line.class).send(request);
            } else {
              open--;
              request.answered.accept(NO_ANSWER);
              thread.execute(this::sendNext);
            }
          });
    }
  }

  /// One connection, with one request at a time.
  private final class Line extends SimpleChannelInboundHandler<HttpObject> {
    private final Channel channel;

    /// Under way.
    private @Nullable Request request;

    private int status;
    private boolean keepAlive;

    Line(Channel channel) {
      this.channel = channel;
    }

    void send(Request next) {
      request = next;
      var _ = channel.writeAndFlush(next.bytes, channel.voidPromise());
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
      if (part instanceof HttpResponse head) {
        boolean readable = head.decoderResult().isSuccess();
        status = readable ? head.status().code() : NO_ANSWER;
        keepAlive = readable && HttpUtil.isKeepAlive(head);
      }
      if (part instanceof LastHttpContent) {
        @Nullable Request answered = request;
        request = null;
        if (keepAlive && answered != null) {
          free.addLast(this);
        } else {
          var _ = channel.close();
        }
        end(answered, status);
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      open--;
      @Nullable Request broken = request;
      request = null;
      end(broken, NO_ANSWER);
    }

    private void end(@Nullable Request ended, int result) {
      if (ended != null) {
        ended.answered.accept(result);
      }
      sendNext();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      var _ = context.close();
    }
  }

  /// Closes all, without waiting for answers.
  @Override
  public void close() {
    var _ = threads.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
