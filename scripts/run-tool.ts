import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs a development tool to its end, with its output kept or shown on standard error. */
export function runTool(
  command: string,
  words: readonly string[],
  output: 'pipe' | 'inherit',
): SpawnSyncReturns<string> {
  return spawnSync(command, words, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', output === 'inherit' ? 2 : 'pipe', output],
    env: {
      ...process.env,
      NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    },
  })
}
