// The modules that tests need, so that they need not import each of them.
@_exported public import HTTPMessage
@_exported public import MockRuntime
@_exported public import Playback
@_exported public import Reports
@_exported public import ScenarioFiles
@_exported public import Scenarios
