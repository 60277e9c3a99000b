/**
 * Makes `npm start` and `npm test` work on a bare clone. Installs the locked dependencies if they are missing
 * or older than the lockfile. With `--console`, builds the console if it was changed, and with `--service` the
 * bundle of the service. The script runs on the machine's own Node.js (20 or newer). The scripts after it run
 * on the Node.js 24 that is part of the dependencies.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildConsole, buildService } from './build.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const [major] = process.versions.node.split('.').map(Number)
if (major < 20) fail(`Spindle needs Node.js 20 or newer; this is ${process.version}.`)

const builder = `${root}node_modules/vite`
const consoleMark = `${root}console/dist/.built-from`
/**
 * Returns whether the console was built elsewhere and only runtime dependencies are installed, as in a
 * container.
 */
const prebuilt = () => existsSync(consoleMark) && !existsSync(builder)

if (!installed()) {
  process.stdout.write('Installing dependencies (once)…\n')
  const words = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', words, { cwd: root, stdio: 'inherit' })
  if (status !== 0) fail('npm ci failed; its message above says why. Nothing was started.')
}

const node = `${root}node_modules/.bin/node`
const brought = `../node-linux-${process.arch}/bin/node`
// Creates the link to the Node.js binary of the dependencies if npm 10 left it out, because the optional
// package for another processor type is missing.
if (!existsSync(node) && existsSync(`${root}node_modules/.bin/${brought}`)) symlinkSync(brought, node)

try {
  if (process.argv.includes('--console') && !prebuilt()) buildConsole()
  if (process.argv.includes('--service') && !prebuilt()) buildService()
} catch (error) {
  fail(error.message)
}

/**
 * Returns whether the dependencies are up to date: npm's hidden lockfile must have the entries of
 * package-lock.json.
 */
function installed() {
  const wanted = `${root}package-lock.json`
  const present = `${root}node_modules/.package-lock.json`
  if (!existsSync(present)) return false
  const lock = JSON.parse(readFileSync(wanted, 'utf8')).packages
  const have = JSON.parse(readFileSync(present, 'utf8')).packages
  return Object.entries(lock).every(
    ([path, entry]) =>
      path === '' || entry.optional || (prebuilt() && entry.dev) || have[path]?.version === entry.version,
  )
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
