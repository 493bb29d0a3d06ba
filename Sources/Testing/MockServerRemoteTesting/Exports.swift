// A test needs to import only this module.
@_exported public import MockServerRemote
