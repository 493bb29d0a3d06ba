// The values that are the same in the server's process.
@_exported public import struct HTTPMessage.ConnectionInfo
@_exported public import struct HTTPMessage.TLSInfo
@_exported public import ReportValues
// A test that writes its scenarios in Swift needs to import only this module.
@_exported public import ScenarioBuilder
