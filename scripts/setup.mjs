/**
 * Makes `npm start` and `npm test` work on a bare clone. Installs the locked dependencies if they are missing
 * or older than the lockfile. With `--console`, builds the console if it was changed. The script runs on the
 * machine's own Node.js (20 or newer). The scripts after it run on the Node.js 24 that is part of the
 * dependencies.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const [major] = process.versions.node.split('.').map(Number)
if (major < 20) fail(`Spindle needs Node.js 20 or newer; this is ${process.version}.`)

const dist = `${root}console/dist`
const mark = `${dist}/.built-from`
const builder = `${root}node_modules/vite/bin/vite.js`
/**
 * Returns whether the console was built elsewhere and only runtime dependencies are installed, as in a
 * container.
 */
const prebuilt = () => existsSync(mark) && !existsSync(builder)

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

if (process.argv.includes('--console') && !prebuilt()) buildConsole()

/**
 * Builds the console if its sources changed. The build stores their digest, and replaces the previous build
 * when it is complete.
 */
function buildConsole() {
  const digest = digestOfConsole()
  if (existsSync(mark) && readFileSync(mark, 'utf8') === digest) return
  process.stdout.write('Building the console (once)…\n')
  const fresh = `${dist}-${process.pid}`
  const { status, stdout, stderr } = spawnSync(node, [builder, 'build', 'console', '--outDir', fresh], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) fail(`${stdout}${stderr}\nThe console was not built; the message above says why.`)
  writeFileSync(join(fresh, '.built-from'), digest)
  rmSync(dist, { recursive: true, force: true })
  renameSync(fresh, dist)
}

function digestOfConsole() {
  const hash = createHash('sha256').update(readFileSync(`${root}package-lock.json`))
  const entries = readdirSync(`${root}console`, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  // Leaves the generated API types out of the digest, because types are not part of the build.
  const isBuilt = (path) => !path.startsWith(dist) && path !== join(root, 'console/src/api/schema.ts')
  for (const file of files.filter(isBuilt).toSorted())
    hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
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
