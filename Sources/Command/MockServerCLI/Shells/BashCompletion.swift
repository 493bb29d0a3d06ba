// By hand: ArgumentParser's script takes a subcommand for the main command's own argument, so that it completes nothing of
// it, and it completes no scenario as first word, no value behind `=` and no command behind `--`.

/// The script that completes the command's line in bash, from version 3.2 on.
enum BashCompletion {
    static func script(for commands: [CommandDescription]) -> String {
        let subcommands = commands.map(\.name).filter { !$0.isEmpty }
        return """
            # Completes mockserver in bash. Made by: mockserver completions bash

            _mockserver() {
                local IFS=$' \\t\\n'
                local words=() word joined= option= command= values= added= behind=0 i
                # Bash also splits words at = and :, which are parts of values.
                for ((i = 0; i <= COMP_CWORD; i++)); do
                    word=${COMP_WORDS[i]}
                    if [[ ${#words[@]} -gt 1 && ( -n $joined || $word =~ ^[=:]+$ ) ]]; then
                        words[${#words[@]} - 1]+=$word
                    else
                        words+=("$word")
                    fi
                    joined=
                    if [[ $word =~ ^[=:]+$ ]]; then joined=1; fi
                    if [[ $word == -- && $i -lt $COMP_CWORD && $behind -eq 0 ]]; then behind=$((i + 1)); fi
                done
                COMPREPLY=()
                if ((behind > 0)); then
                    _mockserver_command "$behind"
                    return
                fi
                local last=$((${#words[@]} - 1))
                local current=${words[last]}
                if ((last > 1)); then
                    case ${words[1]} in
                    \(subcommands.joined(separator: "|"))) command=${words[1]} ;;
                    esac
                fi
                local names= repeated= valued=
                case $command in
            \(commands.map(names).joined(separator: "\n"))
                esac

                # The option whose value is completed: the word before it, or the part before its own =.
                for ((i = 1; i < last; i++)); do
                    if [[ -n $option ]]; then
                        option=
                    elif [[ " $valued " == *" ${words[i]} "* ]]; then
                        option=${words[i]}
                    fi
                done
                local value=$current
                if [[ -z $option && $current == --*=* ]]; then
                    option=${current%%=*}
                    value=${current#*=}
                fi
                # Bash replaces only what follows the last = or :.
                local kept=${COMP_WORDS[COMP_CWORD]}
                if [[ $kept =~ ^[=:]+$ ]]; then kept=; fi
                local dropped=$((${#value} - ${#kept}))

                if [[ -n $option ]]; then
                    case "$command $option" in
            \(commands.flatMap(values).joined(separator: "\n"))
                    esac
                    return
                fi
                if [[ $current == -* ]]; then
                    for word in $names; do
                        if [[ " $repeated " != *" $word "* && " ${words[*]} " == *" $word "* && $word != "$current" ]]; then
                            continue
                        fi
                        values+=" $word"
                    done
                    _mockserver_list $values
                    return
                fi
                case $command in
                '')
                    if ((last == 1)); then
                        _mockserver_list \(subcommands.joined(separator: " "))
                        _mockserver_files yaml yml json
                    fi
                    ;;
            \(commands.dropFirst().compactMap(operands).joined(separator: "\n"))
                esac
            }

            # Offers words that begin with the value so far.
            _mockserver_list() {
                local word
                for word in "$@"; do
                    if [[ $word == "$value"* ]]; then COMPREPLY+=("${word:dropped}"); fi
                    if [[ $word == "$value"*= ]]; then compopt -o nospace 2>/dev/null; fi
                done
            }

            # Offers folders, and files with one of the extensions, or all if there are none.
            _mockserver_files() {
                local path extension
                while IFS= read -r path; do
                    if [[ -d $path || $# -eq 0 ]]; then
                        COMPREPLY+=("$added${path:dropped}")
                        continue
                    fi
                    for extension in "$@"; do
                        if [[ $path == *."$extension" ]]; then COMPREPLY+=("$added${path:dropped}"); fi
                    done
                done < <(compgen -f -- "$value")
                compopt -o filenames 2>/dev/null
            }

            _mockserver_folders() {
                local path
                while IFS= read -r path; do COMPREPLY+=("$added${path:dropped}"); done < <(compgen -d -- "$value")
                compopt -o filenames 2>/dev/null
            }

            # Offers a file behind one of the words, such as json=.
            _mockserver_assignment() {
                if [[ $value == *=* ]]; then
                    local name=${value%%=*}
                    value=${value#*=}
                    if ((dropped == 0)); then added=$name=; else dropped=$((dropped - ${#name} - 1)); fi
                    _mockserver_files
                else
                    _mockserver_list "$@"
                fi
            }

            # Completes the command behind --, whose first word has the index $1.
            _mockserver_command() {
                if declare -F _command_offset >/dev/null; then
                    _command_offset "$1"
                elif ((COMP_CWORD == $1)); then
                    COMPREPLY=($(compgen -c -- "${COMP_WORDS[COMP_CWORD]}"))
                else
                    compopt -o filenames 2>/dev/null
                    COMPREPLY=($(compgen -f -- "${COMP_WORDS[COMP_CWORD]}"))
                fi
            }

            complete -F _mockserver mockserver
            """
    }

    /// The options of a command, as a branch of a `case`.
    private static func names(of command: CommandDescription) -> String {
        func list(_ options: [CommandDescription.Argument]) -> String {
            quoted(options.flatMap(\.spellings).joined(separator: " "))
        }
        return """
                \(quoted(command.name)))
                    names=\(list(command.options))
                    repeated=\(list(command.options.filter(\.isRepeating)))
                    valued=\(list(command.options.filter { !$0.isFlag }))
                    ;;
            """
    }

    /// A branch for the value of each option.
    private static func values(of command: CommandDescription) -> [String] {
        command.options.compactMap { option in
            guard let action = action(for: option) else { return nil }
            let cases = option.spellings.map { quoted("\(command.name) \($0)") }.joined(separator: " | ")
            return "        \(cases)) \(action) ;;"
        }
    }

    /// A branch for the arguments of a subcommand by their place.
    private static func operands(of command: CommandDescription) -> String? {
        guard let action = command.operands.first.flatMap(action) else { return nil }
        return "    \(quoted(command.name))) \(action) ;;"
    }

    private static func action(for argument: CommandDescription.Argument) -> String? {
        switch argument.values {
        case .none, .any: nil
        case .file(let extensions): (["_mockserver_files"] + extensions.map(quoted)).joined(separator: " ")
        case .folder: "_mockserver_folders"
        case .list(let words):
            ([words.contains { $0.hasSuffix("=") } ? "_mockserver_assignment" : "_mockserver_list"] + words.map(quoted))
                .joined(separator: " ")
        }
    }

    private static func quoted(_ text: String) -> String { ShellQuoting.single(text) }
}

/// Text in single quotes, for shells.
enum ShellQuoting {
    /// For bash and zsh, where a quote inside ends the text, stands escaped and begins it again.
    static func single(_ text: String) -> String { "'\(text.replacing("'", with: "'\\''"))'" }
}
