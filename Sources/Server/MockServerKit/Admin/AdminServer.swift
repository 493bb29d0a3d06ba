import MockRuntime
import Sockets

/// The listener of the admin API. It is separate from the scenario's, so that neither hides paths of the other.
struct AdminServer: Sendable {
    private let listener: Listener
    let work: AdminWork

    /// The server that the options describe; nil if they have no admin API.
    init?(
        _ options: MockServer.Options, _ currentRun: CurrentRun, _ sessions: SessionTable?, _ metrics: MetricsSource?
    ) throws(ServerStartError) {
        guard let admin = options.admin else { return nil }
        let own = options.unixSocketPath == nil ? options.host : "127.0.0.1"
        // An empty variable in a container's file counts as not set.
        let token = admin.token.flatMap { $0.isEmpty ? nil : $0 }
        do {
            let address = try InternetAddress(host: admin.host ?? own, port: admin.port)
            guard token != nil || address.isLoopback else {
                throw ServerStartError(
                    reason: .tokenMissing,
                    text: "The admin API would be open to everybody who reaches \(address.host): give it a token, or "
                        + "have it listen on 127.0.0.1.")
            }
            let work = AdminWork()
            self.work = work
            let api = AdminAPI(
                currentRun, sessions, metrics, work,
                access: AdminAccessCheck(token: token, host: options.advertisedHost),
                catalog: ScenarioCatalog(folder: admin.scenarioFolder, options: admin.loadOptions), onEnd: admin.onEnd,
                onShown: admin.onShown)
            // Large enough for a scenario, the longest body that may be sent.
            let settings = ConnectionSettings(
                maxBody: Scenario.fileLimit, protocols: [.http1], timeouts: options.timeouts)
            listener = try Listener(on: .internet(address), eventLoops: [EventLoop.forAdmin]) {
                AdminConnection($0, api, settings: settings)
            }
        } catch let error as SocketError {
            throw ServerStartError(reason: .adminRefused, text: error.description)
        } catch let error as ServerStartError {
            throw error
        } catch {
            throw ServerStartError(reason: .adminRefused, text: "\(error)")
        }
    }

    var address: ServerAddress { listener.address }

    /// Closes its connections. When this returns, no admin changes the server's runs any more.
    func stop() async {
        await listener.stop()
        await CallbackBridge.wait { work.stop($0) }
    }

    func stopAndWait() throws(SocketError) {
        try listener.stopAndWait()
        work.stopAndWait()
    }
}
