/// How much of a verdict its text tells.
package struct VerdictDetail {
    /// Whether the seed is told of a run that passed, too.
    package var showsSeed: Bool
    /// Whether failures that follow from another one are listed like any.
    package var listsConsequences: Bool
    /// The failures to leave out.
    package var told: ToldFailures

    package init(
        showsSeed: Bool = true, listsConsequences: Bool = false,
        without told: ToldFailures = .nothing
    ) {
        self.showsSeed = showsSeed
        self.listsConsequences = listsConsequences
        self.told = told
    }

    /// All of it.
    package static var whole: VerdictDetail { VerdictDetail(listsConsequences: true) }
}
