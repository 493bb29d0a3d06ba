// Who reads a verdict needs the values that it shares with remote clients.
@_exported public import ReportValues
