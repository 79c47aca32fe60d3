package io.privirec.acceptance.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Connections from one address that never come to an end, all on one thread: JSON bodies, and
/// heads of which now and then another byte is sent. Whatever the service answers is not looked at;
/// a connection that it closes is made again after a second.
final class Attackers implements AutoCloseable {
  private static final Duration AGAIN = Duration.ofSeconds(1);

  private final EventLoopGroup thread =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final InetSocketAddress service;
  private final InetSocketAddress from;
  private final AtomicLong closed = new AtomicLong();

  /// @param from the local address
  Attackers(InetSocketAddress service, String from) {
    this.service = service;
    this.from = new InetSocketAddress(from, 0);
  }

  /// Bodies of `bytes` bytes that come in evenly over a time, and lack their last byte.
  ///
  /// @param json how they begin; after it comes one long string
  void sendBodies(int count, URI address, String json, int bytes, Duration time) {
    int steps = 100 * (int) Math.max(1, time.toSeconds() / 10);
    byte[] part = new byte[Math.ceilDiv(bytes, steps)];
    Arrays.fill(part, (byte) 'a');
    String head =
        """
        POST %s HTTP/1.1\r
        Host: %s\r
        Content-Type: application/json\r
        Content-Length: %d\r
        \r
        """
            .formatted(address.getRawPath(), address.getRawAuthority(), bytes);
    begin(
        count,
        new Trickle(
            (head + json).getBytes(StandardCharsets.US_ASCII),
            part,
            time.dividedBy(steps),
            steps - 1 - Math.ceilDiv(json.length(), part.length)));
  }

  /// Heads that never end, of which a byte comes each time that so much has passed.
  void sendHeads(int count, URI address, Duration every) {
    String head =
        """
        GET %s HTTP/1.1\r
        Host: %s\r
        X-Slow: a\
        """
            .formatted(address.getRawPath(), address.getRawAuthority());
    byte[] one = {'a'};
    begin(
        count,
        new Trickle(head.getBytes(StandardCharsets.US_ASCII), one, every, Integer.MAX_VALUE));
  }

  /// What a connection sends: something first, and then now and then something more.
  ///
  /// @param most how often more is sent
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Trickle(byte[] first, byte[] next, Duration every, int most) {}

  private void begin(int count, Trickle trickle) {
    Bootstrap bootstrap =
        new Bootstrap()
            .group(thread)
            .channel(NioSocketChannel.class)
            .localAddress(from)
            .remoteAddress(service);
    bootstrap.handler(
        new ChannelInitializer<Channel>() {
          @Override
          protected void initChannel(Channel channel) {
            channel.pipeline().addLast(new Attacker(bootstrap, trickle));
          }
        });
    for (int n = 0; n < count; n++) {
      connect(bootstrap);
    }
  }

  private void connect(Bootstrap bootstrap) {
    if (thread.isShuttingDown()) {
      return;
    }
    var _ =
        bootstrap
            .connect()
            .addListener(connected -> {
              if (!connected.isSuccess()) {
                connectLater(bootstrap);
              }
            });
  }

  private void connectLater(Bootstrap bootstrap) {
    if (!thread.isShuttingDown()) {
      var _ = thread.schedule(() -> connect(bootstrap), AGAIN.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /// Connections that the service has closed so far.
  long closed() {
    return closed.get();
  }

  @Override
  public void close() {
    var _ = thread.shutdownGracefully(0, 10, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  /// One connection.
  private final class Attacker extends ChannelInboundHandlerAdapter {
    private final Bootstrap bootstrap;
    private final Trickle trickle;
    private int left;

    Attacker(Bootstrap bootstrap, Trickle trickle) {
      this.bootstrap = bootstrap;
      this.trickle = trickle;
      this.left = trickle.most();
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      var _ = context.writeAndFlush(Unpooled.wrappedBuffer(trickle.first()));
      long millis = trickle.every().toMillis();
      ScheduledFuture<?> more =
          context
              .executor()
              .scheduleAtFixedRate(() -> goOn(context), millis, millis, TimeUnit.MILLISECONDS);
      var _ = context.channel().closeFuture().addListener(_ -> more.cancel(false));
    }

    private void goOn(ChannelHandlerContext context) {
      // What the service does not take is not heaped up here.
      if (left > 0 && context.channel().isWritable()) {
        left--;
        var _ = context.writeAndFlush(Unpooled.wrappedBuffer(trickle.next()));
      }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object answer) {
      ReferenceCountUtil.release(answer);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      closed.incrementAndGet();
      connectLater(bootstrap);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      var _ = context.close();
    }
  }
}
