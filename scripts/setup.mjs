/**
 * Makes `npm start` and `npm test` work on a bare clone: installs the locked dependencies when
 * they are missing or older than the lockfile. Runs on the machine's own Node.js (20 or newer);
 * the scripts after it run on the Node.js 24 that comes with the dependencies.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const [major] = process.versions.node.split('.').map(Number)
if (major < 20) fail(`Spindle needs Node.js 20 or newer; this is ${process.version}.`)

if (!installed()) {
  process.stdout.write('Installing dependencies (once)…\n')
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) fail('npm ci failed; its message above says why. Nothing was started.')
}

/** npm notes what it installed in a hidden lockfile; its entries must be those of package-lock.json. */
function installed() {
  const wanted = `${root}package-lock.json`
  const present = `${root}node_modules/.package-lock.json`
  if (!existsSync(present)) return false
  const lock = JSON.parse(readFileSync(wanted, 'utf8')).packages
  const have = JSON.parse(readFileSync(present, 'utf8')).packages
  return Object.entries(lock).every(
    ([path, entry]) => path === '' || entry.optional || have[path]?.version === entry.version,
  )
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
