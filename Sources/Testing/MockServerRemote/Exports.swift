// A test that writes its scenarios in Swift needs to import only this module.
@_exported public import ScenarioBuilder
