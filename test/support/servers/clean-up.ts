import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'

/**
 * A shell script that removes temporary folders of the tests. It reads the names of folders from a pipe. The
 * pipe closes when the process that started the script ends, also if it is killed. The script then ends the
 * database servers in each folder that still exists, waits for their end, and removes the folder. A server is
 * recognized by its command, because its id may belong to another process.
 */
const script = `
  while IFS= read -r folder; do set -- "$@" "$folder"; done
  for folder; do
    [ -d "$folder" ] || continue
    find "$folder" -maxdepth 3 -name postmaster.pid -exec head -n 1 {} \\; | while read -r pid; do
      case "$(ps -o command= -p "$pid")" in *"$folder"*) kill -QUIT "$pid" ;; *) continue ;; esac
      while kill -0 "$pid" 2> /dev/null; do sleep 0.1; done
    done
    rm -rf "$folder"
  done`

let shell: ChildProcess | undefined

/**
 * Removes a temporary folder, and ends the database servers in it, when this test process has ended, however it
 * ends.
 */
export function cleanUpAfterThisProcess(directory: string): void {
  shell ??= startShell()
  shell.stdin?.write(`${directory}\n`)
}

function startShell(): ChildProcess {
  const started = spawn('sh', ['-c', script], {
    // Starts the clean-up script's shell in its own session, so that Ctrl-C reaches only this test process.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  started.unref()
  // Lets the pipe to the clean-up script stay open for as long as this process lives, but not keep the process alive.
  ;(started.stdin as Socket).unref()
  return started
}
