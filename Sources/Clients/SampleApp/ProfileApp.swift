#if canImport(SwiftUI)
import SwiftUI

/// The sample app with a window.
struct ProfileApp: App {
    /// Whether there is a window: on macOS only for the argument `--window`.
    static var hasWindow: Bool {
        #if os(macOS)
        CommandLine.arguments.contains("--window")
        #else
        true
        #endif
    }

    @StateObject private var model = ProfileModel { try await SampleApp.fetchProfile() }

    var body: some Scene {
        WindowGroup { ProfileView(model: model) }
    }
}

/// A label and a button.
struct ProfileView: View {
    @ObservedObject var model: ProfileModel

    var body: some View {
        VStack {
            Text(model.text).accessibilityIdentifier("profile")
            Button("Load the profile") { Task { await model.tap() } }
        }
    }
}
#endif
