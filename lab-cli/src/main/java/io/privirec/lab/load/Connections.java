package io.privirec.lab.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// Keep-alive HTTP/1.1 connections to one service, all on one thread: what sends must cost little
/// beside what is measured on the same cores. Requests are bytes that were made before; of an
/// answer only the status is kept. A request that finds no free connection waits for one.
final class Connections implements AutoCloseable {
  /// What a request gets whose connection could not be made, or broke.
  static final int NO_ANSWER = 0;

  private final EventLoopGroup threads =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final EventLoop thread = threads.next();
  private final Bootstrap bootstrap;
  private final int most;

  // Touched by the one thread alone.
  private final Deque<Channel> idle = new ArrayDeque<>();
  private final Queue<Exchange> waiting = new ArrayDeque<>();
  private int open;

  /// @param most connections at a time
  Connections(InetSocketAddress service, int most) {
    this(service, most, null);
  }

  /// @param from the local address; null for any
  Connections(InetSocketAddress service, int most, @Nullable String from) {
    this.most = most;
    this.bootstrap =
        new Bootstrap()
            .group(threads)
            .channel(NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .localAddress(from == null ? null : new InetSocketAddress(from, 0))
            .remoteAddress(service)
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new HttpResponseDecoder(), new Answers());
                  }
                });
  }

  /// A request under way.
  ///
  /// @param answered gets the status of the answer, once all of it is there
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Exchange(byte[] request, IntConsumer answered) {}

  /// Sends a request and returns at once.
  ///
  /// @param request head and body
  /// @param answered gets the status or [#NO_ANSWER], on the thread of the connections
  void send(byte[] request, IntConsumer answered) {
    thread.execute(() -> begin(new Exchange(request, answered)));
  }

  private void begin(Exchange exchange) {
    Channel channel = idle.pollFirst();
    if (channel != null) {
      write(channel, exchange);
      return;
    }
    waiting.add(exchange);
    if (open < most) {
      connect();
    }
  }

  private void connect() {
    open++;
    var _ =
        bootstrap
            .connect()
            .addListener(connected -> {
              if (!connected.isSuccess()) {
                open--;
                Exchange exchange = waiting.poll();
                if (exchange != null) {
                  exchange.answered.accept(NO_ANSWER);
                }
              }
            });
  }

  private void write(Channel channel, Exchange exchange) {
    channel.pipeline().get(Answers.class).begin(exchange);
    var _ = channel.writeAndFlush(Unpooled.wrappedBuffer(exchange.request));
  }

  /// Gives a connection its next request, if there is one.
  private void free(Channel channel) {
    Exchange next = waiting.poll();
    if (next == null) {
      idle.addFirst(channel);
    } else {
      write(channel, next);
    }
  }

  /// The answers of one connection.
  private final class Answers extends SimpleChannelInboundHandler<HttpObject> {
    private @Nullable Exchange exchange;
    private int status;
    private boolean keepAlive;

    void begin(Exchange next) {
      exchange = next;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      free(context.channel());
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
      if (part instanceof HttpResponse head) {
        boolean readable = head.decoderResult().isSuccess();
        status = readable ? head.status().code() : NO_ANSWER;
        keepAlive = readable && HttpUtil.isKeepAlive(head);
      }
      Exchange answered = exchange;
      if (part instanceof LastHttpContent && answered != null) {
        exchange = null;
        answered.answered.accept(status);
        if (keepAlive) {
          free(context.channel());
        } else {
          var _ = context.close();
        }
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      open--;
      idle.remove(context.channel());
      Exchange lost = exchange;
      exchange = null;
      if (lost != null) {
        lost.answered.accept(NO_ANSWER);
      }
      if (!waiting.isEmpty() && open < most) {
        connect();
      }
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
