import NIOCore
import NIOHTTP1

/// What HTTP/1 asks of heads before anybody reads more of them: whether the connection goes on, and that a request names one
/// host.
///
/// Sources: RFC 9112, 3.2 (`Host`), 9.3 (persistence), 9.6 (`close`). `ConnectionGuard` puts it where requests come
/// one at a time, each when the one before is answered.
final class RequestHeads: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// What the answer says of the connection; nil where it goes without saying.
    private var connection: String?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        let isOld = head.version.major < 1 || head.version == HTTPVersion(major: 1, minor: 0)
        connection = head.isKeepAlive ? (isOld ? "keep-alive" : nil) : "close"
        // One spelling of all that end a connection: `ConnectionGuard` compares with it.
        if !head.isKeepAlive { head.headers.replaceOrAdd(name: "connection", value: "close") }
        switch head.headers["host"].count {
        case 1: break
        // Before 1.1 nobody had to name a host: it is ours.
        case 0 where isOld: head.headers.add(name: "host", value: "localhost")
        // Programs differ in which of several hosts they take; `FrontDoor` refuses a request without any.
        default: head.headers.remove(name: "host")
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard let connection, case .head(var head) = unwrapOutboundIn(data), head.status.code >= 200,
            !head.headers.contains(name: "connection")
        else { return context.write(data, promise: promise) }
        head.headers.add(name: "connection", value: connection)
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}
