// Linux has no XCUIApplication, and macOS no tap(). What the app does there is in UITestsGuideTests.
#if canImport(XCUIAutomation) && !os(macOS)
import XCTest

final class ProfileUITests: XCTestCase {
    @MainActor
    func testTheNameIsShownAfterATokenRefresh() throws {
        let scenario = Bundle(for: Self.self).path(forResource: "app-profile", ofType: "yaml")
        let app = XCUIApplication()
        app.launchArguments = ["--mockserver-scenario", try XCTUnwrap(scenario)]
        app.launch()
        XCTAssertEqual(app.staticTexts["profile"].label, "No profile yet")
        app.buttons["Load the profile"].tap()
        XCTAssertTrue(app.staticTexts["Ada Lovelace"].waitForExistence(timeout: 10))
    }
}
#endif
