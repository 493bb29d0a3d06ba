// By hand: ArgumentParser's script completes no scenario as first word, no file behind `json=` and no command behind `--`.

/// The script that completes the command's line in zsh, as a function of `fpath` or sourced.
enum ZshCompletion {
    static func script(for commands: [CommandDescription]) -> String {
        let subcommands = commands.filter { !$0.name.isEmpty }
        return """
            #compdef mockserver
            # Completes mockserver in zsh. Made by: mockserver completions zsh

            _mockserver() {
                local context state state_descr line
                typeset -A opt_args

                # The command behind --.
                local -i end=${words[(i)--]}
                if (( end < CURRENT )); then
                    shift $end words
                    (( CURRENT -= end ))
                    _normal
                    return
                fi
                if (( CURRENT > 2 )); then
                    case $words[2] in
            \(subcommands.map(branch).joined(separator: "\n"))
                    esac
                fi
                _arguments -s \\
            \(lines(arguments(commands.first?.options ?? []) + [quoted("1: :_mockserver_first")], indentation: 8))
            }

            # What may come first: a subcommand or a scenario.
            _mockserver_first() {
                (( CURRENT == 2 )) || return 1
                local -a subcommands=(
            \(subcommands.map { "        \(quoted("\(escaped($0.name)):\($0.abstract)"))" }.joined(separator: "\n"))
                )
                _describe -t subcommands subcommand subcommands
                _files -g '*.(yaml|yml|json)(-.)'
            }

            # A format, = and a file.
            _mockserver_assignment() {
                if compset -P 1 '*='; then
                    _files
                else
                    compadd -S '' -- "$@"
                fi
            }

            if [[ ${funcstack[1]} == _mockserver ]]; then
                _mockserver "$@"
            else
                compdef _mockserver mockserver
            fi
            """
    }

    /// The branch of a subcommand.
    private static func branch(_ command: CommandDescription) -> String {
        let operands = command.operands.map { operand in
            quoted("\(operand.isRepeating ? "*" : ""):\(escaped(operand.valueName)):\(action(for: operand))")
        }
        return """
                    \(command.name))
                        shift words
                        (( CURRENT -= 1 ))
                        _arguments -s \\
            \(lines(arguments(command.options) + operands, indentation: 12))
                        return
                        ;;
            """
    }

    /// Specifications on a line each, of one command.
    private static func lines(_ specifications: [String], indentation: Int) -> String {
        specifications.map { String(repeating: " ", count: indentation) + $0 }.joined(separator: " \\\n")
    }

    /// The options for `_arguments`, one text for each spelling.
    private static func arguments(_ options: [CommandDescription.Argument]) -> [String] {
        options.flatMap { option in
            option.spellings.map { spelling in
                let others = option.spellings.joined(separator: " ")
                var text = option.isRepeating ? "*" : option.spellings.count > 1 ? "(\(others))" : ""
                text += spelling
                if !option.isFlag { text += spelling.hasPrefix("--") ? "=" : "+" }
                text += "[\(escaped(option.help))]"
                if !option.isFlag { text += ":\(escaped(option.valueName)):\(action(for: option))" }
                return quoted(text)
            }
        }
    }

    private static func action(for argument: CommandDescription.Argument) -> String {
        switch argument.values {
        case .none, .any: " "
        case .file(let extensions):
            extensions.isEmpty ? "_files" : "_files -g \"*.(\(extensions.joined(separator: "|")))(-.)\""
        case .folder: "_files -/"
        case .list(let words):
            words.contains { $0.hasSuffix("=") }
                ? "{_mockserver_assignment \(words.joined(separator: " "))}" : "(\(words.joined(separator: " ")))"
        }
    }

    /// Text in a specification, in which `:` and brackets have a meaning.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            if "\\:[]".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }

    private static func quoted(_ text: String) -> String { ShellQuoting.single(text) }
}
