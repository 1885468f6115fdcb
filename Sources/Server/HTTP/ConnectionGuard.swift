import HTTPTypes
import JSONValues
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import Purchases
import Synchronization

/// Keeps a connection within its time, and the number of connections within theirs.
///
/// The head of a request and its body must each come in time, else the answer is 408 and the end of the connection; one
/// connection too many is closed before it says anything. An answer that ends the connection lets the other side finish
/// sending for a moment, or it would never read the answer.
///
/// Requests that come together have their turns one after the other: what comes behind one that ends the connection is not
/// looked at, so that nothing is done that is not answered.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private enum State: Equatable {
        /// Waiting for a head.
        case idle
        /// The head is there, the body not whole.
        case reading
        /// The request is whole, the answer is not.
        case answering
        /// The answer has begun before the body was whole.
        case answeringEarly
        /// The last of an answer that ends the connection is being written.
        case ending
        /// The answer is given, and the connection ends once the other side has sent what it began.
        case lingering
        case closed
    }

    /// How long what is left of an answer may take that ends the connection†.
    private static let lastTime = TimeAmount.seconds(10)

    private let count: ConnectionCount
    private let requestTime: TimeAmount
    private let answerTime: TimeAmount
    private let idleTime: TimeAmount
    private var state = State.idle
    private var closesAfterAnswer = false
    private var isRequestWhole = false
    private var deadline: Scheduled<Void>?
    private var isCounted = false

    init(count: ConnectionCount, limits: HTTPLimits) {
        self.count = count
        requestTime = .milliseconds(limits.requestTime.count)
        answerTime = .milliseconds(limits.answerTime.count)
        idleTime = .milliseconds(limits.idleTime.count)
    }

    /// Puts NIO's pipeline handler, which lets in one request at a time, and `RequestHeads` right behind the decoder.
    func handlerAdded(context: ChannelHandlerContext) {
        do {
            let pipeline = context.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandlers(
                [HTTPServerPipelineHandler(), RequestHeads()], position: .after(decoder))
        } catch {
            state = .closed
            return context.close(promise: nil)
        }
        if context.channel.isActive { begin(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        begin(context)
        context.fireChannelActive()
    }

    private func begin(_ context: ChannelHandlerContext) {
        guard !isCounted else { return }
        isCounted = count.enter()
        guard isCounted else {
            state = .closed
            return context.close(promise: nil)
        }
        setDeadline(requestTime, context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    private func end() {
        state = .closed
        deadline?.cancel()
        deadline = nil
        if isCounted { count.leave() }
        isCounted = false
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if case .end = part { isRequestWhole = true }
        if state == .lingering, isRequestWhole { return context.close(promise: nil) }
        guard state != .ending, state != .lingering, state != .closed else { return }
        switch part {
        case .head(let head):
            state = .reading
            isRequestWhole = false
            closesAfterAnswer = head.headerFields[.connection]?.lowercased() == "close"
            setDeadline(requestTime, context)
        case .body: break
        case .end:
            // A client that never reads its answer holds a place that others need.
            setDeadline(answerTime, context)
            if state == .reading { state = .answering }
            if state == .answeringEarly { state = .answering }
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // The server reads no more after its answer, so this handler reads what the other side still sends.
        if state == .lingering { context.read() }
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard state != .ending, state != .lingering, state != .closed else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(let head):
            if head.status.kind != .informational {
                if head.headerFields[.connection]?.lowercased() == "close" { closesAfterAnswer = true }
                if state == .reading { state = .answeringEarly }
            }
            context.write(data, promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            guard !closesAfterAnswer else { return end(with: data, promise, context) }
            // The state changes before the write: within the write the next pipelined request is let in.
            if state == .answering {
                state = .idle
                isRequestWhole = false
                setDeadline(idleTime, context)
            }
            context.writeAndFlush(data, promise: promise)
        }
    }

    /// Puts off the server's close while the last of an answer is on its way; `linger` closes then.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard state == .ending || state == .lingering, mode == .all else {
            return context.close(mode: mode, promise: promise)
        }
        promise?.succeed()
    }

    /// Writes the last of an answer, and ends the connection once it is on its way.
    private func end(
        with data: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext
    ) {
        state = .ending
        setDeadline(ConnectionGuard.lastTime, context)
        let written = promise ?? context.eventLoop.makePromise(of: Void.self)
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        written.futureResult.whenComplete { _ in
            let (handler, context) = bound.value
            handler.linger(context)
        }
        context.writeAndFlush(data, promise: written)
    }

    /// Waits two seconds† for the other side to have sent what it began: many read no answer before that, nor after
    /// half of the connection is closed.
    private func linger(_ context: ChannelHandlerContext) {
        guard state == .ending else { return }
        state = .lingering
        guard !isRequestWhole else { return context.close(promise: nil) }
        setDeadline(.seconds(2), context)
        context.read()
    }

    private func setDeadline(_ length: TimeAmount, _ context: ChannelHandlerContext) {
        deadline?.cancel()
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        deadline = context.eventLoop.scheduleTask(in: length) {
            let (handler, context) = bound.value
            handler.timeIsUp(context)
        }
    }

    private func timeIsUp(_ context: ChannelHandlerContext) {
        deadline = nil
        switch state {
        case .reading:
            closesAfterAnswer = true
            let problem = TimeoutAnswer()
            context.write(wrapOutboundOut(.head(problem.head)), promise: nil)
            context.write(wrapOutboundOut(.body(problem.body)), promise: nil)
            end(with: wrapOutboundOut(.end(nil)), nil, context)
        case .idle, .answering, .answeringEarly, .ending, .lingering:
            state = .closed
            context.close(promise: nil)
        case .closed: break
        }
    }
}

/// The answer to a request that did not come whole in time; nobody else is there to give it.
private struct TimeoutAnswer {
    let body: ByteBuffer
    let head: HTTPResponse

    init() {
        let problem = Problem(.timeout, "The request did not come whole in time: send it again.")
        body = ByteBuffer(string: problem.json(of: nil).canonicalText)
        head = HTTPResponse(
            status: .requestTimeout,
            headerFields: [
                .contentType: "application/problem+json", .contentLength: String(body.readableBytes),
                .connection: "close",
            ])
    }
}

/// How many connections there are.
final class ConnectionCount: Sendable {
    private let limit: Int
    private let open = Mutex(0)

    /// At most so many.
    init(limit: Int) { self.limit = limit }

    /// Counts one more; answers whether there was room.
    func enter() -> Bool {
        open.withLock { open in
            guard open < limit else { return false }
            open += 1
            return true
        }
    }

    /// Counts one less.
    func leave() { open.withLock { $0 -= 1 } }
}
