package io.privirec.acceptance.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.pool.AbstractChannelPoolHandler;
import io.netty.channel.pool.ChannelPool;
import io.netty.channel.pool.FixedChannelPool;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// Keep-alive HTTP/1.1 connections to one service, all on one thread: what sends must cost little
/// beside what is measured on the same cores. Requests are bytes that were made before; of an
/// answer only the status is kept. A request that finds no free connection waits for one.
final class Connections implements AutoCloseable {
  /// What a request gets whose connection could not be made, or broke.
  static final int NO_ANSWER = 0;

  private final EventLoopGroup thread =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final ChannelPool pool;

  /// @param most connections at a time
  Connections(InetSocketAddress service, int most) {
    this(service, most, null);
  }

  /// @param from the local address; null for any
  Connections(InetSocketAddress service, int most, @Nullable String from) {
    Bootstrap bootstrap =
        new Bootstrap()
            .group(thread)
            .channel(NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .localAddress(from == null ? null : new InetSocketAddress(from, 0))
            .remoteAddress(service);
    this.pool =
        new FixedChannelPool(
            bootstrap,
            new AbstractChannelPoolHandler() {
              @Override
              public void channelCreated(Channel channel) {
                channel.pipeline().addLast(new HttpResponseDecoder(), new Answers());
              }
            },
            most);
  }

  /// Sends a request and returns at once.
  ///
  /// @param request head and body
  /// @param answered gets the status or [#NO_ANSWER], on the thread of the connections
  void send(byte[] request, IntConsumer answered) {
    var _ =
        pool.acquire()
            .addListener((Future<Channel> acquired) -> {
              if (acquired.isSuccess()) {
                Channel channel = acquired.getNow();
                channel.pipeline().get(Answers.class).answered = answered;
                var _ = channel.writeAndFlush(Unpooled.wrappedBuffer(request));
              } else {
                answered.accept(NO_ANSWER);
              }
            });
  }

  /// The answers of one connection.
  private final class Answers extends SimpleChannelInboundHandler<HttpObject> {
    /// Of the request under way.
    private @Nullable IntConsumer answered;

    private int status;
    private boolean keepAlive;

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
      if (part instanceof HttpResponse head) {
        boolean readable = head.decoderResult().isSuccess();
        status = readable ? head.status().code() : NO_ANSWER;
        keepAlive = readable && HttpUtil.isKeepAlive(head);
      }
      if (part instanceof LastHttpContent) {
        end(context.channel(), status, keepAlive);
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      end(context.channel(), NO_ANSWER, false);
    }

    private void end(Channel channel, int result, boolean reusable) {
      IntConsumer waiting = answered;
      if (waiting != null) {
        answered = null;
        waiting.accept(result);
        if (!reusable) {
          var _ = channel.close();
        }
        var _ = pool.release(channel);
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
    var _ = thread.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
