# Runs a program of package.json: sh scripts/run.sh [OPTION…] [PROGRAM WORD…]. First setup.mjs installs and builds what
# the options name; its messages go to the standard error. Then the program takes the place of this shell, so the program
# gets every signal, and its exit code is that of the command.
setup=
while [ "${1#--}" != "$1" ]; do
  setup="$setup $1"
  shift
done
node scripts/setup.mjs $setup >&2 || exit
# Lets the shell find the Node.js that setup.mjs has installed.
hash -r
case $setup in *--service*) export NODE_COMPILE_CACHE=dist/current/compiled ;; esac
exec "$@"
