import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'

/**
 * Reads a pipe that nobody writes to. The pipe closes when the process that started the script ends, also if it is
 * killed. The script then ends the database server, waits for its end, and removes the folder.
 */
const script = `
  cat > /dev/null
  pid=$(find "$1" -maxdepth 3 -name postmaster.pid -exec head -n 1 {} \\;)
  if [ -n "$pid" ]; then
    kill -QUIT "$pid" 2> /dev/null
    while kill -0 "$pid" 2> /dev/null; do sleep 0.1; done
  fi
  rm -rf "$1"`

/** Ends the server in a folder and removes the folder when this process has ended, however it ends. */
export function cleanUpAfterThisProcess(directory: string): void {
  const shell = spawn('sh', ['-c', script, 'sh', directory], {
    // Starts the shell in its own session, so that Ctrl-C reaches only this process.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
  // The pipe stays open for as long as this process lives, but does not keep the process alive.
  ;(shell.stdin as Socket).unref()
}
