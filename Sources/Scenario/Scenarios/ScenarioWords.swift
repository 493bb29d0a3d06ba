package import ScenarioWords

// The words that the model shares with scenarios in Swift.
package typealias AfterLastEvent = ScenarioWords.AfterLastEvent
package typealias AfterLastResponse = ScenarioWords.AfterLastResponse
package typealias AssertFailureAction = ScenarioWords.AssertFailureAction
package typealias BodyEncoding = ScenarioWords.BodyEncoding
package typealias BodyFraming = ScenarioWords.BodyFraming
package typealias ConnectionOption = ScenarioWords.ConnectionOption
