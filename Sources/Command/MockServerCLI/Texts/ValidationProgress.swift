import Dispatch

/// The line on a terminal that says how many of many files are checked.
struct ValidationProgress {
    private let write: (String) -> Void
    private let total: Int
    private var shown = false
    private var next = DispatchTime.now() + interval

    /// Nobody waits for fewer files.
    private static let least = 200
    private static let interval = DispatchTimeInterval.milliseconds(100)

    /// The progress of a check of `total` files; nil if it is not worth a line.
    ///
    /// - Parameter write: takes the text for the terminal.
    init?(total: Int, write: @escaping (String) -> Void) {
        guard total >= Self.least else { return nil }
        self.write = write
        self.total = total
    }

    /// Shows the number of files, ten times a second at most.
    mutating func update(checked: Int, now: DispatchTime = .now()) {
        guard now >= next else { return }
        next = now + Self.interval
        shown = true
        write("\r\u{1B}[K\(checked) of \(total) files")
    }

    /// Removes the line, before other lines are written.
    mutating func clear() {
        guard shown else { return }
        shown = false
        write("\r\u{1B}[K")
    }
}
