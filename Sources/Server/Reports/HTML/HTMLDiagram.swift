import Playback

/// The sequence of a run's requests on the page, as SVG: a lane for each connection and stream, and time to scale.
struct HTMLDiagram {
    static let rowHeight = 32
    private static let lanePadding = 6
    private static let axisHeight = 30
    /// The least width of the labels of lanes, and the room beside them.
    private static let lane = (width: 104, padding: 8)
    /// Room at the left, for a mark at the first instant.
    static let margin = 20.0
    /// The height of a bar.
    static let barHeight = 9

    let run: HTMLRun
    let layout: DiagramLayout

    init(_ run: HTMLRun) {
        self.run = run
        layout = DiagramLayout(run)
    }

    /// A lane, the lines of its label and where it is.
    private struct Strip {
        let label: [String]
        let top: Int
        let rows: Int

        var height: Int { rows * rowHeight + 2 * lanePadding }
    }

    /// The lanes from top to bottom; that of failures without a request is the last one.
    private var strips: [Strip] {
        var strips: [Strip] = []
        var top = 0
        func add(_ label: [String], rows: Int) {
            strips.append(Strip(label: label, top: top, rows: rows))
            top += strips[strips.count - 1].height
        }
        var previous: Int?
        for lane in layout.lanes {
            let connection = previous == lane.connection ? [] : ["connection \(lane.connection)"]
            add(connection + (lane.stream.map { ["stream \($0)"] } ?? []), rows: lane.rows.count)
            previous = lane.connection
        }
        if !layout.events.isEmpty { add(["the run"], rows: layout.events.count) }
        return strips
    }

    // MARK: - Writing

    func write(to page: inout HTMLWriter) {
        guard !layout.lanes.isEmpty else {
            return page.element("p", "No request came.")
        }
        let strips = strips
        let height = strips.last.map { $0.top + $0.height } ?? 0
        let width = Int(layout.width + 2 * Self.margin) + 1
        let longest = strips.flatMap(\.label).map(DiagramLayout.width).max() ?? 0
        let laneWidth = max(Self.lane.width, Int(longest.rounded(.up)) + 2 * Self.lane.padding)
        writeLegend(to: &page)
        page.element(
            "div", ["class": "diagram", "role": "group", "tabindex": "0", "aria-label": "Diagram, which scrolls"]
        ) { page in
            page.element("div", ["class": "corner"], "")
            page.svg("axis", width: width, height: Self.axisHeight, label: "Time") { writeAxis(width: width, to: &$0) }
            page.svg("lanes", width: laneWidth, height: height, label: "Connections and streams") { page in
                for strip in strips { write(strip, width: laneWidth, to: &page) }
            }
            page.svg("chart", width: width, height: height, label: "Requests") { page in
                writeGrid(strips, width: width, height: height, to: &page)
                for (strip, lane) in zip(strips, layout.lanes) {
                    for (row, bars) in lane.rows.enumerated() {
                        for bar in bars.items { write(bar, top: Self.top(strip, row), to: &page) }
                    }
                }
                if let strip = strips.last {
                    for (row, events) in layout.events.enumerated() {
                        for event in events.items { write(event, top: Self.top(strip, row), to: &page) }
                    }
                }
            }
        }
        page.line()
    }

    private static func top(_ strip: Strip, _ row: Int) -> Int { strip.top + lanePadding + row * rowHeight }

    private func writeLegend(to page: inout HTMLWriter) {
        let kinds = [
            ("wait", "waits for the head"), ("delay", "delayed"), ("hold", "held"), ("sending", "response is sent"),
            ("open", "not answered to the end"), ("left", "the client left"), ("bad", "✕ failed"),
        ]
        page.element("ul", ["class": "legend"]) { page in
            for (kind, text) in kinds {
                page.element("li") { page in
                    page.svg("sample", width: 28, height: Self.barHeight, label: nil) { page in
                        page.element("g", ["class": kind == "bad" ? "bar bad" : "bar"]) { page in
                            let part = kind == "bad" ? "sending" : kind == "left" ? "wait" : kind
                            writePart(part, from: 0, to: 28, top: 0, to: &page)
                            if kind == "left" { writeEnd(at: 27, top: 0, to: &page) }
                        }
                    }
                    page.text(" \(text)")
                }
            }
        }
        page.line()
    }

    private func writeAxis(width: Int, to page: inout HTMLWriter) {
        /// A text in the middle of `x`, or as near to it as the edges let it be whole.
        func write(_ text: String, class name: String?, at x: Double, y: String, to page: inout HTMLWriter) {
            let half = DiagramLayout.width(of: text) / 2 + 1
            let middle = Self.number(max(half, min(x, Double(width) - half)))
            page.element("text", ["class": name, "x": middle, "y": y, "text-anchor": "middle"], text)
        }
        for tick in layout.scale.ticks {
            let x = Self.number(tick.x + Self.margin)
            page.empty("line", ["x1": x, "x2": x, "y1": "22", "y2": "30"])
            write(tick.text, class: nil, at: tick.x + Self.margin, y: "15", to: &page)
        }
        for pause in layout.scale.segments where pause.isBreak {
            let x = (pause.left + pause.right) / 2 + Self.margin
            let text = TimeText.text(.nanoseconds(pause.time.upperBound - pause.time.lowerBound))
            write("⋯ \(text) ⋯", class: "pause", at: x, y: "24", to: &page)
        }
    }

    private func write(_ strip: Strip, width: Int, to page: inout HTMLWriter) {
        var y = strip.top + 26 - 7 * (strip.label.count - 1)
        for line in strip.label {
            page.element("text", ["x": String(width - Self.lane.padding), "y": String(y), "text-anchor": "end"], line)
            y += 14
        }
        page.empty(
            "line", ["x1": "0", "x2": String(width), "y1": String(strip.top), "y2": String(strip.top)])
    }

    private func writeGrid(_ strips: [Strip], width: Int, height: Int, to page: inout HTMLWriter) {
        for pause in layout.scale.segments where pause.isBreak {
            page.empty(
                "rect",
                [
                    "class": "pause", "x": Self.number(pause.left + Self.margin), "y": "0",
                    "width": Self.number(pause.right - pause.left), "height": String(height),
                ])
        }
        for tick in layout.scale.ticks {
            let x = Self.number(tick.x + Self.margin)
            page.empty("line", ["class": "grid", "x1": x, "x2": x, "y1": "0", "y2": String(height)])
        }
        for strip in strips {
            let y = String(strip.top)
            page.empty("line", ["x1": "0", "x2": String(width), "y1": y, "y2": y])
        }
        page.line()
    }

    // MARK: - Numbers

    /// The number with at most one decimal.
    static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
        return (tenths < 0 ? "-" : "") + String(whole) + (rest == 0 ? "" : ".\(rest)")
    }
}

extension HTMLWriter {
    /// Writes a drawing of this size.
    ///
    /// - Parameter label: what it shows; nil for an ornament.
    mutating func svg(
        _ name: String, width: Int, height: Int, label: String?, content: (inout HTMLWriter) -> Void
    ) {
        element(
            "svg",
            [
                "class": name, "width": String(width), "height": String(height), "viewBox": "0 0 \(width) \(height)",
                "role": label == nil ? nil : "group", "aria-label": label, "aria-hidden": label == nil ? "true" : nil,
            ], content: content)
        line()
    }
}
