// A test needs to import only this module.
@_exported public import BuiltScenarios
@_exported public import MockServerHarness
@_exported public import MockServerKit
@_exported public import MockServerStubs
