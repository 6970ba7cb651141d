# What shells must know of gprof's options to complete them.
#
#   awk -f generate.awk -v shell=bash -v program=gprof \
#     src/input/option_table.c completions/gprof.bash.in
#
# reads the two tables of src/input/option_table.c, then copies the template to
# standard output.  There @PROGRAM@ becomes the program's name, @FUNCTION@ the
# same as part of the name of a shell function, @..._LETTERS@ the letters of
# the options without an argument, with one and with an optional one,
# @REQUIRED_NAMES@ the long options that require one, @ALL@ all options,
# @FUNCTION_NAMES@ a program for awk that picks functions; and a line @OPTIONS@
# becomes what the function SHELL_option below prints for each.
# SPDX-License-Identifier: GPL-3.0-or-later

# ------------------------------------------------ the tables, as C text

FNR == NR {
  if (in_table && /^};/)
    in_table = 0
  else if (in_table)
    read_row_line($0)
  else if (/^const struct option_row option_table\[\] = \{$/)
    in_table = "option"
  else if (/^const struct value_row value_table\[\] = \{$/)
    in_table = "value"
  next
}

# Take the tokens of LINE: a row is what stands between braces, its columns
# are separated by commas, strings side by side are one, and N_ ( ) is
# nothing.
function read_row_line(line,    token) {
  gsub(/\/\*[^*]*\*\//, "", line)
  while (match(line, /'.'|"([^"\\]|\\.)*"|[A-Za-z_0-9]+|[{},]/)) {
    token = substr(line, RSTART, RLENGTH)
    line = substr(line, RSTART + RLENGTH)
    if (token == "{") {
      columns = 1
      split("", column)
    } else if (token == "}")
      end_row()
    else if (token == ",")
      columns++
    else if (token == "SPEC")
      column[columns] = "SYMSPEC"
    else if (token !~ /^(N_|NULL)$/) {
      gsub(/^['"]|['"]$/, "", token)
      gsub(/\\/, "", token)
      column[columns] = column[columns] token
    }
  }
}

# A row without its first column is the end of the table.
function end_row() {
  if (column[1] == "" || column[1] == "0")
    return
  if (in_table == "value") {
    words[column[1]] = column[2]
    return
  }
  rows++
  letter[rows] = length(column[1]) == 1 ? column[1] : ""
  name[rows] = column[2]
  argument[rows] = column[3]
  value[rows] = column[6]
  help[rows] = column[7]
}

# ---------------------------------------------------------- the template

FNR == 1 {
  if (rows == 0) {
    print "generate.awk: no options found in " ARGV[1] | "cat >&2"
    exit 1
  }
  # Of what "nm -P" prints, the functions that begin with $START, with $BEFORE
  # before them.  A name that is no identifier would be taken for something
  # else, by gprof or by the shell.
  function_names = "index($1, ENVIRON[\"START\"]) == 1" \
    " \\&\\& $1 ~ /^[A-Za-z_][A-Za-z0-9_]*$/" \
    " \\&\\& $2 ~ /^[TtWw]$/ \\&\\& !seen[$1]++ {" \
    " print ENVIRON[\"BEFORE\"] $1 }"
  function_part = program
  gsub(/[^A-Za-z0-9_]/, "_", function_part)
  make_lists()
}

# Letters and long names by whether they take an argument, and all options.
function make_lists(    row, long) {
  for (row = 1; row <= rows; row++) {
    letters[argument[row]] = letters[argument[row]] letter[row]
    if (letter[row] != "")
      all = all " -" letter[row]
    if (name[row] == "")
      continue
    long = "--" name[row]
    all = all " " long (argument[row] == "REQUIRED" ? "=" : "")
    if (argument[row] == "REQUIRED")
      required_names = required_names "|" long
  }
  sub(/^ /, "", all)
  sub(/^\|/, "", required_names)
}

$0 == "@OPTIONS@" {
  for (row = 1; row <= rows; row++)
    if (shell == "bash")
      bash_option(row)
    else if (shell == "zsh")
      zsh_option(row)
    else
      fish_option(row)
  next
}

{
  gsub(/@PROGRAM@/, program)
  gsub(/@FUNCTION@/, function_part)
  gsub(/@FUNCTION_NAMES@/, function_names)
  gsub(/@PLAIN_LETTERS@/, letters["NONE"])
  gsub(/@REQUIRED_LETTERS@/, letters["REQUIRED"])
  gsub(/@OPTIONAL_LETTERS@/, letters["OPTIONAL"])
  gsub(/@REQUIRED_NAMES@/, required_names)
  gsub(/@ALL@/, all)
  print
}

# ---------------------------------------------------------------- shells

# TEXT between single quotes, as any of the shells takes it.
function quoted(text) {
  gsub(/'/, "'\\''", text)
  return "'" text "'"
}

# A line of a case that tells what an argument is.
function bash_option(row,    pattern) {
  if (argument[row] == "NONE")
    return
  pattern = letter[row] != "" ? "-" letter[row] : ""
  if (name[row] != "")
    pattern = pattern (pattern != "" ? "|" : "") "--" name[row]
  print "    " pattern ") value=" value[row] \
    " words=" quoted(words[value[row]]) " ;;"
}

# What _arguments takes: "+" and "=" before a required argument, "-" for an
# argument in the same word, "::" before one that is optional.
function zsh_option(row,    text, rest, others) {
  text = help[row]
  gsub(/\\/, "\\\\", text)
  gsub(/\[/, "\\[", text)
  gsub(/\]/, "\\]", text)
  gsub(/:/, "\\:", text)
  rest = "[" text "]"
  if (argument[row] != "NONE")
    rest = rest (argument[row] == "REQUIRED" ? ":" : "::") \
      tolower(value[row]) ":" zsh_action(row)
  # Specs and directories may be given again, anything else once.
  others = value[row] ~ /^(SYMSPEC|FROM\/TO|DIRS)$/ ? "*" \
    : letter[row] != "" && name[row] != "" \
      ? "(-" letter[row] " --" name[row] ")" : ""
  if (letter[row] != "")
    print "  " quoted(others "-" letter[row] \
      (argument[row] == "REQUIRED" ? "+" \
       : argument[row] == "OPTIONAL" ? "-" : "") rest)
  if (name[row] != "")
    print "  " quoted(others "--" name[row] \
      (argument[row] == "REQUIRED" ? "=" \
       : argument[row] == "OPTIONAL" ? "=-" : "") rest)
}

function zsh_action(row) {
  if (words[value[row]] != "")
    return "(" words[value[row]] ")"
  if (value[row] ~ /^(FILE|LIBRARY|MAP|PREFIX)$/)
    return "_files"
  if (value[row] == "DIRS")
    return "_sequence -s \\: _directories"
  if (value[row] ~ /^(SYMSPEC|FROM\/TO)$/)
    return "_" function_part "_symbols"
  return " "
}

# fish knows required arguments; an optional one is completed behind "=".
function fish_option(row,    line) {
  line = "complete -c " program
  if (letter[row] != "")
    line = line " -s " letter[row]
  if (name[row] != "")
    line = line " -l " name[row]
  if (value[row] ~ /^(FILE|LIBRARY|MAP|PREFIX)$/)
    line = line " -r -F"
  else if (argument[row] == "REQUIRED")
    line = line " -x"
  if (words[value[row]] != "")
    line = line " -a " quoted(words[value[row]])
  else if (value[row] == "DIRS")
    line = line " -a '(__fish_complete_directories)'"
  else if (value[row] ~ /^(SYMSPEC|FROM\/TO)$/)
    line = line " -a '(__" function_part "_symbols)'"
  print line " -d " quoted(help[row])
}
