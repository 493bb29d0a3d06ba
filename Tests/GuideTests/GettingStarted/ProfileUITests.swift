// Linux has no XCUIApplication. What the app does there is in UITestsGuideTests.
#if canImport(XCUIAutomation)
import XCTest

final class ProfileUITests: XCTestCase {
    @MainActor
    func testTheNameIsShownAfterATokenRefresh() throws {
        let scenario = Bundle(for: Self.self).path(forResource: "app-profile", ofType: "yaml")
        let app = XCUIApplication()
        app.launchArguments = ["--mockserver-scenario", try XCTUnwrap(scenario)]
        app.launch()
        XCTAssertTrue(app.staticTexts["Ada Lovelace"].waitForExistence(timeout: 10))
    }
}
#endif
