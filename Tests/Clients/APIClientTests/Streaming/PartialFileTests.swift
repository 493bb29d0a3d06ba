import Foundation
import Testing

@testable import APIClient

struct PartialFileTests {
    private let folder: TemporaryFolder
    private let file: URL

    init() throws {
        folder = try TemporaryFolder()
        file = folder.file("report.txt")
    }

    @Test("a file is hidden beside its place until it is whole")
    func whole() throws {
        let partial = try PartialFile(for: file)
        try partial.append(Data("one".utf8))
        try partial.append(Data("two".utf8))
        #expect(try folder.names.count == 1)
        #expect(try folder.names.allSatisfy { $0.hasPrefix(".") && $0.hasSuffix(".part") })
        try partial.finish()
        partial.discard()
        #expect(try folder.names == ["report.txt"])
        #expect(try folder.text(of: "report.txt") == "onetwo")
        let written = try folder.file("other", containing: "one")
        #expect(try permissions(of: file) == permissions(of: written))
    }

    @Test("a file that was there is replaced only by a whole one")
    func replaced() throws {
        _ = try folder.file("report.txt", containing: "old")
        let dropped = try PartialFile(for: file)
        try dropped.append(Data("half".utf8))
        dropped.discard()
        #expect(try folder.names == ["report.txt"])
        #expect(try folder.text(of: "report.txt") == "old")
        let partial = try PartialFile(for: file)
        try partial.append(Data("new".utf8))
        try partial.finish()
        #expect(try folder.text(of: "report.txt") == "new")
    }

    @Test("a cleared file begins again")
    func cleared() throws {
        let partial = try PartialFile(for: file)
        try partial.append(Data("wrong".utf8))
        try partial.clear()
        try partial.append(Data("one".utf8))
        try partial.finish()
        #expect(try folder.text(of: "report.txt") == "one")
    }

    @Test("a folder that isn't there is an error that names the file")
    func noFolder() throws {
        let lost = folder.file("no").appendingPathComponent("report.txt")
        expectFileError(naming: lost.path, because: "No such file or directory") { _ = try PartialFile(for: lost) }
    }

    @Test("a full disk is an error", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func fullDisk() throws {
        let full = PartialFile(
            handle: try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full")), path: "/dev/full",
            destination: file.path)
        expectFileError(naming: file.path, because: "space") { try full.append(Data("one".utf8)) }
    }

    @Test("bytes that can't be brought to the disk are an error, and the file is not put in its place")
    func notSynchronized() throws {
        let written = try folder.file("written", containing: "one")
        let closed = PartialFile(
            handle: try FileHandle(forWritingTo: written), path: written.path, destination: file.path)
        try closed.handle.close()
        expectFileError(naming: file.path) { try closed.finish() }
        expectFileError(naming: file.path) { try closed.clear() }
        #expect(try folder.names == ["written"])
    }

    @Test("a place that can't be taken is an error")
    func occupied() throws {
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        let partial = try PartialFile(for: file)
        expectFileError(naming: file.path) { try partial.finish() }
        partial.discard()
        #expect(try folder.names == ["report.txt"])
    }

    private func permissions(of file: URL) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int)
    }

    private func expectFileError(
        naming path: String, because cause: String = "", at location: SourceLocation = #_sourceLocation,
        _ body: () throws -> Void
    ) {
        let error = #expect(throws: RESTError.self, sourceLocation: location, performing: body)
        guard case .file(let reason) = error else {
            Issue.record("\(String(describing: error))", sourceLocation: location)
            return
        }
        #expect(reason.hasPrefix("\(path) can't be written: "), sourceLocation: location)
        #expect(cause.isEmpty || reason.contains(cause), sourceLocation: location)
    }
}
