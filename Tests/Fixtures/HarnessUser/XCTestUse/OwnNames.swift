import Client
import MockServerXCTest

/// Names of the app beside ours, and a word of the user's own for every rule. That they compile is what is tested.
enum OwnNames {
    static func page(at index: Int) -> (Endpoint, Position) { (Endpoint(path: "/orders"), Position(index: index)) }

    static let scenario = Scenario("orders") {
        Step(.get, "/orders").respondWithOrders()
        Stub(.get, "/orders/1").respondWithOrders()
    }
}

extension Rule {
    func respondWithOrders() -> Self { respond(json: ["orders": []]) }
}
