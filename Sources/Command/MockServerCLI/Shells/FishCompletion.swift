// By hand: ArgumentParser's script takes a subcommand for the main command's own argument, so that it completes nothing of
// it, and it completes no scenario as first word, no file behind `json=` and no command behind `--`.

/// The script that completes the command's line in fish, from version 3 on.
enum FishCompletion {
    static func script(for commands: [CommandDescription]) -> String {
        let subcommands = commands.filter { !$0.name.isEmpty }
        return """
            # Completes mockserver in fish. Made by: mockserver completions fish

            # Whether the words so far are those of this subcommand; '' for none. Behind -- they are another command's.
            function __mockserver_in
                set -l words (commandline -opc)
                contains -- -- $words; and return 1
                set -l first ''
                if set -q words[2]; and contains -- $words[2] \(subcommands.map(\.name).joined(separator: " "))
                    set first $words[2]
                end
                test "$first" = "$argv[1]"
            end

            # Whether the first word is being written.
            function __mockserver_first
                test (count (commandline -opc)) -eq 1
            end

            function __mockserver_behind
                contains -- -- (commandline -opc)
            end

            # The completions of the command behind --.
            function __mockserver_command
                set -l words (commandline -opc)
                set -l end (contains -i -- -- $words)
                set -l rest
                if test (count $words) -gt $end
                    set rest (string escape -- $words[(math $end + 1)..-1])
                end
                complete -C (string join ' ' -- $rest (commandline -ct))
            end

            # Folders, and files with one of the extensions.
            function __mockserver_files
                set -l token (commandline -ct)
                string match -q -- '--*=*' $token; and set token (string replace -r '^--[^=]*=' '' -- $token)
                for extension in $argv
                    for path in $token*.$extension
                        echo $path
                    end
                end
                __fish_complete_directories $token ''
            end

            # A format, = and a file.
            function __mockserver_assignments
                set -l token (commandline -ct)
                string match -q -- '--*=*' $token; and set token (string replace -r '^--[^=]*=' '' -- $token)
                if string match -q -- '*=*' $token
                    set -l parts (string split -m 1 = -- $token)
                    for path in $parts[2]*
                        echo "$parts[1]=$path"
                    end
                else
                    printf '%s\\n' $argv
                end
            end

            complete -c mockserver -f
            complete -c mockserver -n __mockserver_behind -a '(__mockserver_command)'
            complete -c mockserver -n __mockserver_first -a '(__mockserver_files yaml yml json)'
            \(subcommands.map { "complete -c mockserver -n __mockserver_first -a \($0.name) -d \(quoted($0.abstract))" }
                .joined(separator: "\n"))
            \(commands.flatMap(lines).joined(separator: "\n"))
            """
    }

    /// The lines for a command's options and arguments.
    private static func lines(for command: CommandDescription) -> [String] {
        let start = "complete -c mockserver -n \(quoted("__mockserver_in '\(command.name)'"))"
        let options = command.options.map { option in
            let names = option.spellings.map { $0.hasPrefix("--") ? "-l \($0.dropFirst(2))" : "-s \($0.dropFirst())" }
            return "\(start) \(names.joined(separator: " "))\(values(of: option)) -d \(quoted(option.help))"
        }
        let operands = command.operands.map { operand in
            "\(start)\(values(of: operand).replacing(" -x", with: "").replacing(" -r", with: ""))"
        }
        return options + operands
    }

    private static func values(of argument: CommandDescription.Argument) -> String {
        switch argument.values {
        case .none: ""
        case .any: " -x"
        case .file(let extensions):
            extensions.isEmpty
                ? " -r -F" : " -x -a \(quoted("(__mockserver_files \(extensions.joined(separator: " ")))"))"
        case .folder: " -x -a \(quoted("(__mockserver_files)"))"
        case .list(let words):
            words.contains { $0.hasSuffix("=") }
                ? " -x -a \(quoted("(__mockserver_assignments \(words.joined(separator: " ")))"))"
                : " -x -a \(quoted(words.joined(separator: " ")))"
        }
    }

    /// Text in single quotes, in which fish takes `\\` before a quote or itself.
    private static func quoted(_ text: String) -> String {
        "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
    }
}
