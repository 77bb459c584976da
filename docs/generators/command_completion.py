"""Completion for bash, zsh and fish of what --help tells. For docs/generators/command-docs.

What follows an option is known by what its value is called: `file`, `dir`, a list of choices; `file|board` adds the
known boards. After `--` come flags of a C compiler: files, as far as we know.
"""

BASH = """\
# Completion of {name}, made of its --help by docs/generators/command-docs.
{function}() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} option=${{COMP_WORDS[COMP_CWORD - 1]}} prefix= sub= choices= kind= i
  COMPREPLY=()
  # Where '=' is in COMP_WORDBREAKS, "--dump=an" is three words.
  if [[ $word == "=" ]]; then
    option+== word=
  elif [[ $option == "=" ]]; then
    option=${{COMP_WORDS[COMP_CWORD - 2]}}=
  elif [[ $word == -*=* ]]; then
    option=${{word%%=*}}= prefix=${{word%%=*}}= word=${{word#*=}}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ ${{COMP_WORDS[i]}} != -- ]] || sub=--
  done
  ((COMP_CWORD == 1)) || case $sub${{COMP_WORDS[1]}} in
{subcommands}  esac
  case $sub:$option in
{values}    --:*) kind=files ;;
    *)
      if [[ $word == -* && -z $prefix ]]; then
        case $sub in
{options}        esac
      else
        kind=files
{first}      fi
      ;;
  esac
  if [[ $kind == list ]]; then
    [[ $word != *,* ]] || prefix+=${{word%,*}},
    word=${{word##*,}}
  fi
  [[ -z $choices ]] || mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word")
  case $kind in
    dirs) mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
    files) mapfile -t -O ${{#COMPREPLY[@]}} COMPREPLY < <(compgen -f -- "$word") ;;
    commands) mapfile -t COMPREPLY < <(compgen -c -- "$word") ;;
  esac
  [[ $kind != dirs && $kind != files ]] || compopt -o filenames 2>/dev/null
  COMPREPLY=("${{COMPREPLY[@]/#/$prefix}}")
  [[ ${{#COMPREPLY[@]}} != 1 || ${{COMPREPLY[0]}} != -*= ]] || compopt -o nospace 2>/dev/null
}}
complete -F {function} {name}
"""


def kind_of(option):
    """How its value is completed: files, dirs, list, or not at all."""
    if option.is_list:
        return "list"
    names = option.value.lower().split("|")
    return "files" if "file" in names else "dirs" if "dir" in names else ""


def choices_of(option, boards):
    return list(option.values) + (boards if "board" in option.value or "known board" in option.text else [])


def typed(option, name):
    return name + ("=" if option.separator == "=" and name.startswith("--") and not option.is_optional else "")


def subcommand(command):
    return command.name.partition(" ")[2]


def bash(commands, known, boards):
    """Of one program: the command itself, and its subcommands."""
    program = commands[0].name
    values, options = "", ""
    for command in commands:
        sub = subcommand(command)
        names = " ".join(typed(option, name) for option in known[command.name] for name in option.names)
        options += f"          '{sub}') choices='{names}' ;;\n"
        for option in known[command.name]:
            if not option.value or option.is_optional:
                continue
            patterns = "|".join(f"'{sub}:{typed(option, name)}'" for name in option.names)
            choices = " ".join(choices_of(option, boards))
            values += f"    {patterns}) kind={kind_of(option)} choices='{choices}' ;;\n"
    subs = [subcommand(command) for command in commands[1:]]
    words = [*commands[0].words, *subs]
    first = f"        [[ $COMP_CWORD != 1 ]] || choices='{' '.join(words)}'\n" if words else ""
    if commands[0].runs_commands:
        first = "        [[ $COMP_CWORD != 1 && $option != -* ]] || kind=commands\n"
    return BASH.format(name=program, function="_" + program.replace("-", "_"), values=values, options=options, first=first,
                       subcommands="".join(f"    {sub}) sub={sub} ;;\n" for sub in subs) or "    :) ;;\n")


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh_action(option, boards):
    choices = choices_of(option, boards)
    files = {"files": "_files", "dirs": "_files -/"}.get(kind_of(option), "")
    if option.is_list:
        return f"_values -s , {option.value} {' '.join(choices)}"
    if choices and files:
        return f'_alternative "names\\:name\\:({" ".join(choices)})" "files\\:file\\:{files}"'
    return f"({' '.join(choices)})" if choices else files or " "


def zsh_arguments(command, options, boards, rest):
    lines = []
    for option in options:
        text = option.text.replace("[", "\\[").replace("]", "\\]")
        for name in option.names:
            takes = option.value and not option.is_optional
            value = f":{option.value.replace(':', ' ')}:{zsh_action(option, boards)}" if takes else ""
            repeat = "*" if option.is_list or option.value == "file" else ""
            lines.append(quoted(f"{repeat}{typed(option, name)}[{text}]{value}"))
    return " \\\n    ".join(["_arguments", *lines, quoted(rest)])


def zsh(commands, known, boards):
    program = commands[0]
    subs = [subcommand(command) for command in commands[1:]]
    words = " ".join([*program.words, *subs])
    lines = [f"#compdef {program.name}", "# Made of its --help by docs/generators/command-docs.",
             "(( ! ${words[(I)--]} || ${words[(I)--]} >= CURRENT )) || { _files; return }"]
    for command in commands[1:]:
        lines += [f"if (( CURRENT > 2 )) && [[ $words[2] == {subcommand(command)} ]]; then",
                  "  shift words; (( CURRENT-- ))",
                  "  " + zsh_arguments(command, known[command.name], boards, "*:file:_files"), "  return", "fi"]
    rest = "*:file:_files"
    if words:
        rest = f'*:file:{{ (( CURRENT != 2 )) || compadd {words}; _files }}'
    if program.runs_commands:
        rest = "*::command:_normal"
    return "\n".join([*lines, zsh_arguments(program, known[program.name], boards, rest)]) + "\n"


def fish(commands, known, boards):
    program = commands[0].name
    subs = " ".join(subcommand(command) for command in commands[1:])
    lines = [f"# Completion of {program}, made of its --help by docs/generators/command-docs."]
    for command in commands:
        sub = subcommand(command)
        condition = f"-n '__fish_seen_subcommand_from {sub}' " if sub else \
                    f"-n 'not __fish_seen_subcommand_from {subs}' " if subs else ""
        if sub:
            lines.append(f"complete -c {program} -n __fish_use_subcommand -a {sub}")
        for option in known[command.name]:
            names = " ".join(("-l " if name.startswith("--") else "-s " if len(name) == 2 else "-o ") + name.lstrip("-")
                             for name in option.names)
            choices = " ".join(choices_of(option, boards))
            takes = "" if not option.value or option.is_optional else "-r " if kind_of(option) in ("files", "dirs") else "-x "
            offers = f"-a '{choices}' " if choices else ""
            text = option.text.replace("\\", "\\\\").replace("'", "\\'")
            lines.append(f"complete -c {program} {condition}{names} {takes}{offers}-d '{text}'")
    for word in commands[0].words:
        lines.append(f"complete -c {program} -n __fish_use_subcommand -a {word}")
    return "\n".join(lines) + "\n"


def write_completions(folder, commands, known, boards):
    places = {bash: "bash-completion/completions/{}", zsh: "zsh/site-functions/_{}", fish: "fish/vendor_completions.d/{}.fish"}
    for program in dict.fromkeys(command.name.split()[0] for command in commands):
        its = [command for command in commands if command.name.split()[0] == program]
        for make, place in places.items():
            path = folder / place.format(program)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(make(its, known, boards))
