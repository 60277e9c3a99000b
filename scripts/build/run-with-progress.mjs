import { spawn } from 'node:child_process'

/**
 * Runs a program and says how long it has run every few seconds, so that nobody takes a long installation for a hang.
 * Resolves to its exit code. `write` gets the lines, `everyMs` is the time between two of them.
 */
export function runWithProgress(command, words, { cwd, write, everyMs = 5_000 }) {
  const began = performance.now()
  const timer = setInterval(() => {
    write(`  still installing, ${Math.round((performance.now() - began) / 1_000)} s so far\n`)
  }, everyMs)
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { cwd, stdio: 'inherit' })
    child.once('error', reject)
    child.once('close', resolve)
  }).finally(() => clearInterval(timer))
}
