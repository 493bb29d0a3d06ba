// A test that stubs inline needs to import only this module.
@_exported public import BuiltScenarios
@_exported public import MockServerKit
