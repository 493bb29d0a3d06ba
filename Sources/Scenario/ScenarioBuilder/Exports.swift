// Methods, statuses and header names: what `Step(.get, "/me").respond(.unauthorized)` is written with.
@_exported public import HTTPTypes
@_exported public import enum ScenarioWords.AfterLastEvent
@_exported public import enum ScenarioWords.AfterLastResponse
@_exported public import enum ScenarioWords.AssertFailureAction
@_exported public import enum ScenarioWords.ClientBehavior
