import Foundation
import Testing

/// Pages are read on a repository's site, where a link is a path from the page's own folder.
@Suite("The links of pages") struct LinkTests {
    @Test("that are paths lead to a file, and to a heading if they name one")
    func resolve() throws {
        let paths = Self.paths()
        #expect(paths.count > 40)
        let pages = Dictionary(uniqueKeysWithValues: try paths.map { ($0, LinkedPage(try Package.text(of: $0))) })
        let format = try #require(pages["Scenarios/FORMAT.md"])
        #expect(format.links.count > 100 && format.anchors.count > 50)
        for (path, page) in pages.sorted(by: { $0.key < $1.key }) {
            #expect(page.broken(at: path, among: pages, exists: Package.exists) == [], "\(path)")
        }
    }

    /// The paths of every page of the repository. Folders of builds and of tools begin with a dot.
    private static func paths() -> [String] {
        var found: [String] = []
        var folders = [Package.folder]
        while let folder = folders.popLast() {
            let items = try? FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: [.isDirectoryKey], options: .skipsHiddenFiles)
            for item in items ?? [] {
                if (try? item.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true {
                    folders.append(item)
                } else if item.pathExtension == "md" {
                    found.append(String(item.path.dropFirst(Package.folder.path.count + 1)))
                }
            }
        }
        return found
    }

    @Test("are reported where there is no such file or heading")
    func found() {
        let pages = [
            "a/b.md": "# One\n## `two` and a half, *3*\n```\n# four\n```\n## One\n", "c.md": "# [See](b.md)\n",
            "a/x.md": """
            # Here
            [1](b.md) [2](b.md#one) [3](b.md#two-and-a-half-3) [4](../c.md#see) [5](d.txt) [6](#here) [7](b.md#one-1)
            [8](https://example.com/x.md) [9](doc:Other) [10](/documentation/x) `[11](none.md)` [`12`](../c.md)
            [13](none.md) [14](b.md#four) [15](c.md) [16](#there) [17](b.md#One) [18](b.md#one-2) `one
            `two` [19](../../c.md) [20](<d.txt>) [21](<e.txt>)
            ```
            [22](none.md)
            ```
            """,
        ].mapValues(LinkedPage.init)
        #expect(
            pages["a/x.md"]?.broken(at: "a/x.md", among: pages) { $0 == "a/d.txt" }
                == ["none.md", "b.md#four", "c.md", "#there", "b.md#One", "b.md#one-2", "../../c.md", "e.txt"])
    }
}
