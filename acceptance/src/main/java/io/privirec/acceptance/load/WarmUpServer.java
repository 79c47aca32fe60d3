package io.privirec.acceptance.load;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A server in this process that answers each request at once. A sender sends to this server first,
/// so that its code is compiled before the measurement.
final class WarmUpServer implements AutoCloseable {
  private static final int REQUESTS_PER_SECOND = 10_000;
  private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(10);

  /// The length of usual recommendations.
  private static final String BODY = "[" + "1234567,".repeat(200) + "1]";

  private final EventLoopGroup thread =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Channel listening;

  private WarmUpServer() throws IOException {
    var bound =
        new ServerBootstrap()
            .group(thread)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new Answering());
                  }
                })
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      close();
      throw new IOException("no port of this host can be opened", bound.cause());
    }
    this.listening = bound.channel();
  }

  /// Has the sender compiled: many connections, answers and refusals.
  ///
  /// @param connections at a time
  static void compileSender(int connections, Duration length)
      throws IOException, InterruptedException {
    try (WarmUpServer server = new WarmUpServer()) {
      InetSocketAddress address = (InetSocketAddress) server.listening.localAddress();
      URI uri = URI.create("http://127.0.0.1:" + address.getPort() + "/");
      byte[] request = OpenLoop.request(uri, Optional.of("{}"), Optional.empty());
      try (Connections sender = new Connections(address, connections)) {
        new OpenLoop(sender, REQUESTS_PER_SECOND, ANSWERED_WITHIN).run(List.of(request), length);
      }
    }
  }

  /// Answers with the statuses in turn. A short request arrives in a single read.
  private static final class Answering extends ChannelInboundHandlerAdapter {
    private static final List<byte[]> ANSWERS =
        List.of(answer("200 OK"), answer("503 Service Unavailable"));

    private int answered;

    private static byte[] answer(String status) {
      return "HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
          .formatted(status, BODY.length(), BODY)
          .getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object request) {
      ReferenceCountUtil.release(request);
      byte[] answer = ANSWERS.get(answered++ % ANSWERS.size());
      var _ = context.writeAndFlush(Unpooled.wrappedBuffer(answer), context.voidPromise());
    }
  }

  @Override
  public void close() {
    var _ = thread.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
