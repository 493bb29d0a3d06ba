// The clock of a run tells users its kind.
@_exported public import enum ScenarioWords.ClockKind
