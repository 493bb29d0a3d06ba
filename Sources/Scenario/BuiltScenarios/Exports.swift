@_exported public import ScenarioBuilder
@_exported public import Scenarios
