import HTTPMessage
import Playback

extension HTMLDiagram {
    /// The distance of the text and of the bar from the top of their row.
    private static let (textOffset, barOffset) = (13, 18)

    /// Writes a request: a link to its exchange.
    func write(_ bar: DiagramLayout.Bar, top: Int, to page: inout HTMLWriter) {
        let (start, end) = (x(bar.start), x(bar.end))
        let description = description(of: bar)
        page.element(
            "a",
            [
                "id": run.barID(bar.timeline.number), "href": "#\(bar.destination)",
                "class": bar.failure == nil ? "bar" : "bar bad",
                "aria-label": description,
            ]
        ) { page in
            page.element("title", description)
            write(bar.label, at: start, until: end, top: top, to: &page)
            let y = top + Self.barOffset
            if let began = bar.began.map(x) {
                writePart(bar.wait.name, from: start, to: began, top: y, to: &page)
                writePart("sending", from: began, to: max(end, began + 2), top: y, to: &page)
                if bar.isOpen { writePart("open", from: end, to: end + 12, top: y, to: &page) }
            } else {
                let kind = bar.isOpen ? "open" : bar.wait.name
                writePart(kind, from: start, to: max(end, start + 2), top: y, to: &page)
            }
            if bar.isLeft { writeEnd(at: end, top: y, to: &page) }
        }
        page.line()
    }

    /// Writes a failure that no request shows: a link to its text.
    func write(_ event: DiagramLayout.Event, top: Int, to page: inout HTMLWriter) {
        let x = x(event.instant)
        page.element("a", ["href": "#\(run.failureID(event.failure))", "class": "bar bad"]) { page in
            write(event.label, at: x, until: x, top: top, to: &page)
            writePart("sending", from: x, to: x + 3, top: top + Self.barOffset, to: &page)
        }
        page.line()
    }

    /// Writes a part of a bar. One too short to see is left out, so that it hides nothing.
    func writePart(_ kind: String, from start: Double, to end: Double, top: Int, to page: inout HTMLWriter) {
        guard end - start >= 0.5 else { return }
        page.empty(
            "rect",
            [
                "class": kind, "x": Self.number(start), "y": String(top), "width": Self.number(end - start),
                "height": String(Self.barHeight),
            ])
        guard kind == "hold" else { return }
        let middle = Self.number(Double(top) + Double(Self.barHeight) / 2)
        page.empty(
            "line",
            ["class": "stripes", "x1": Self.number(start), "x2": Self.number(end), "y1": middle, "y2": middle])
    }

    /// Writes the mark of a client that left.
    func writeEnd(at x: Double, top: Int, to page: inout HTMLWriter) {
        let (top, bottom) = (String(top - 3), String(top + Self.barHeight + 3))
        page.empty("line", ["class": "left", "x1": Self.number(x), "x2": Self.number(x), "y1": top, "y2": bottom])
    }

    /// Writes a label and, behind it and its bar, the area that can be clicked.
    private func write(_ label: String, at start: Double, until end: Double, top: Int, to page: inout HTMLWriter) {
        let right = max(end, start + DiagramLayout.width(of: label))
        page.empty(
            "rect",
            [
                "class": "target", "x": Self.number(start - 4), "y": String(top),
                "width": Self.number(right - start + 8), "height": String(Self.rowHeight - 2), "rx": "3",
            ])
        page.element("text", ["x": Self.number(start), "y": String(top + Self.textOffset)], label)
    }

    /// The coordinate of an instant in the drawing.
    private func x(_ instant: Int64) -> Double { layout.scale.x(instant) + Self.margin }

    /// The request and what became of it, for a pointer that rests on it and for screen readers.
    private func description(of bar: DiagramLayout.Bar) -> String {
        let timeline = bar.timeline
        var facts = [
            "request #\(timeline.number) \(timeline.requestText)", timeline.connectionText, timeline.offsetText,
        ]
        if let began = bar.began, began > bar.start {
            facts.append("\(bar.wait.word) \(TimeText.text(.nanoseconds(began - bar.start)))")
        }
        facts += [timeline.leavingText ?? timeline.responseText, timeline.outcomeText]
        if bar.isOpen { facts.append("not answered to the end") }
        if let failure = bar.failure { facts.append("failed: \(failure.rawValue)") }
        return facts.joined(separator: ", ")
    }
}

extension DiagramLayout.Wait {
    /// Its class in the style sheet.
    fileprivate var name: String {
        switch self {
        case .hold: "hold"
        case .delay: "delay"
        case .none: "wait"
        }
    }

    fileprivate var word: String {
        switch self {
        case .hold: "held"
        case .delay: "delayed"
        case .none: "waited"
        }
    }
}
