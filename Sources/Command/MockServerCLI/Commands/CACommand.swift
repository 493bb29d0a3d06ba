import ArgumentParser
import MockServerKit

/// `mockserver ca`: makes a lasting certificate authority, which clients need to trust only once.
struct CACommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ca",
        abstract: "Make a certificate authority that lasts, or find the one made before.",
        discussion: """
            Writes ca.pem, which clients must trust, and ca-key.pem, which only you may
            read, and says how clients are made to trust it. Where both are there already
            they are kept.

            EXAMPLES:
              mockserver ca --out ca
              mockserver --scenario login.yaml --tls-ca ca

            EXIT STATUS:
              0    the folder has a certificate authority
              64   wrong usage
              65   the folder's certificate authority can't be used, or has expired
              66   a file in the folder can't be read
              73   the folder can't be written
            """)

    @ParentCommand var parent: MockServerCommand

    @Option(
        help: ArgumentHelp("The folder to make it in; created if it does not exist.", valueName: "folder"),
        completion: .directory)
    var out: String

    func validate() throws {
        try parent.refuseScenario("ca takes no --scenario: mockserver ca --out <folder>")
    }

    func run() throws {
        let folder = try CertificateAuthorityFolder(making: out)
        let (authority, isNew) = try folder.authority()
        let text = TrustInstructions(
            folder: folder.path, subject: authority.subject, fingerprint: authority.fingerprint,
            lastDay: authority.lastDay, isNew: isNew)
        let console = Console.standardOutput
        console.print(text.text)
        try console.finish()
    }
}
