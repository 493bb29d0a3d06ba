import ExactJSON
import ReportValues

/// Maps the time of a run to a horizontal coordinate. Stretches of time are to scale; an idle one that is much longer
/// than the others is a break.
struct TimeScale {
    /// A time span in nanoseconds and its coordinates.
    struct Segment {
        let time: ClosedRange<Int64>
        let left: Double
        let right: Double
        let isBreak: Bool
    }

    struct Tick {
        let x: Double
        let text: String
    }

    /// The width of a break.
    private static let breakWidth = 56.0
    /// The least distance between two ticks.
    private static let tickDistance = 90.0

    private(set) var segments: [Segment] = []
    private let pixelsPerNanosecond: Double

    /// The scale for these spans of time, in which something happens.
    ///
    /// - Parameter width: the width of the time without breaks.
    init(_ spans: [ClosedRange<Int64>], width: Double) {
        let busy = Self.merged(spans)
        guard let first = busy.first, let last = busy.last else {
            pixelsPerNanosecond = 0
            return
        }
        let gaps = zip(busy, busy.dropFirst()).map { $1.lowerBound - $0.upperBound }
        let work = busy.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) }
        // Regular intervals, as those of a client that polls, stay to scale.
        let median = gaps.isEmpty ? 0 : gaps.sorted()[(gaps.count - 1) / 2]
        let longest = max(work, 5 * median)
        var stretches = [first]
        for (gap, span) in zip(gaps, busy.dropFirst()) {
            if gap > longest {
                stretches.append(span)
            } else {
                stretches[stretches.count - 1] = stretches[stretches.count - 1].lowerBound...span.upperBound
            }
        }
        // A run can take less time than the clock can tell.
        let lastStart = stretches[stretches.count - 1].lowerBound
        stretches[stretches.count - 1] = lastStart...max(last.upperBound, lastStart + 100_000)
        let total = stretches.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) }
        pixelsPerNanosecond = width / Double(total)
        var x = 0.0
        for stretch in stretches {
            if let last = segments.last {
                let pause = last.time.upperBound...stretch.lowerBound
                segments.append(Segment(time: pause, left: x, right: x + Self.breakWidth, isBreak: true))
                x += Self.breakWidth
            }
            let right = x + Double(stretch.upperBound - stretch.lowerBound) * pixelsPerNanosecond
            segments.append(Segment(time: stretch, left: x, right: right, isBreak: false))
            x = right
        }
    }

    /// The spans in order, those that overlap as one.
    private static func merged(_ spans: [ClosedRange<Int64>]) -> [ClosedRange<Int64>] {
        var merged: [ClosedRange<Int64>] = []
        for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, span.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, span.upperBound)
            } else {
                merged.append(span)
            }
        }
        return merged
    }

    var width: Double { segments.last?.right ?? 0 }

    /// The coordinate of an instant, which is moved into the scale if it is outside.
    func x(_ instant: Int64) -> Double {
        guard let segment = segments.first(where: { instant <= $0.time.upperBound }) ?? segments.last else { return 0 }
        let instant = min(max(instant, segment.time.lowerBound), segment.time.upperBound)
        let length = segment.time.upperBound - segment.time.lowerBound
        guard length > 0 else { return segment.left }
        let part = Double(instant - segment.time.lowerBound) / Double(length)
        return segment.left + (segment.right - segment.left) * part
    }

    /// Marks at round times.
    var ticks: [Tick] {
        guard pixelsPerNanosecond > 0 else { return [] }
        let step = Self.roundTime(atLeast: Self.tickDistance / pixelsPerNanosecond)
        var ticks: [Tick] = []
        for segment in segments where !segment.isBreak {
            var time = (segment.time.lowerBound + step - 1) / step * step
            while time <= segment.time.upperBound {
                let x = x(time)
                if x - (ticks.last?.x ?? -Self.tickDistance) >= Self.tickDistance / 2 {
                    ticks.append(Tick(x: x, text: Self.text(time)))
                }
                time += step
            }
        }
        return ticks
    }

    /// The least number of nanoseconds with one figure, which is 1, 2 or 5.
    private static func roundTime(atLeast nanoseconds: Double) -> Int64 {
        var decade: Int64 = 1
        while Double(decade) * 10 < nanoseconds, decade < .max / 100 { decade *= 10 }
        return [1, 2, 5].map { $0 * decade }.first { Double($0) >= nanoseconds } ?? decade * 10
    }

    /// `0 ms`, `2.5 ms`, `1.2 s`
    static func text(_ nanoseconds: Int64) -> String {
        let isLong = nanoseconds >= 1_000_000_000
        // The figures of a number of seconds are those of a thousand times as many milliseconds.
        let figures = JSON.milliseconds(.nanoseconds(isLong ? nanoseconds / 1_000 : nanoseconds)).text()
        return figures + (isLong ? " s" : " ms")
    }
}
