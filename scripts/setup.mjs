/**
 * Makes `npm start` and `npm test` work on a bare clone. Installs the locked dependencies if they are missing
 * or older than the lockfile: those of the service and the console, and with `--tools` also those that only
 * maintainers need, such as linters. `--site-packages` also installs Astro, which the checks need. Builds what was
 * changed: the console if `--console` is given, the bundle of the service if `--service` is given, and the site of the
 * guide if `--site` is given. The script runs on the machine's own Node.js (20 or newer). The scripts after it run on
 * the Node.js 24 that is part of the dependencies.
 */
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildConsole, buildService, buildSite, installSite } from './build/build.mjs'
import { runWithProgress } from './build/run-with-progress.mjs'

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

/** The list of installed packages, which npm writes when an installation is complete. */
const present = `${root}node_modules/.package-lock.json`
const packages = (lockfile) => JSON.parse(readFileSync(lockfile, 'utf8')).packages
const have = existsSync(present) ? packages(present) : null
const wantsTools = process.argv.includes('--tools')

if (!isComplete(wantsTools)) await install()

const node = `${root}node_modules/.bin/node`
const brought = `../node-linux-${process.arch}/bin/node`
// Creates the link to the Node.js binary of the dependencies if npm 10 left it out, because the optional
// package for another processor type is missing.
if (!existsSync(node) && existsSync(`${root}node_modules/.bin/${brought}`)) symlinkSync(brought, node)

try {
  if (process.argv.includes('--site-packages')) installSite()
  if (process.argv.includes('--console') && !prebuilt()) buildConsole()
  if (process.argv.includes('--service') && !prebuilt()) buildService()
  if (process.argv.includes('--site')) buildSite()
} catch (error) {
  fail(error.message)
}

/** Installs the locked packages. Includes those of maintainers if they are wanted, or were installed before. */
async function install() {
  const hadTools = Object.values(have ?? {}).some(({ dev }) => dev)
  const dev = wantsTools || hadTools ? '--include=dev' : '--omit=dev'
  if (isComplete(false)) {
    process.stdout.write("Installing the maintainers' packages (once)…\n")
    // Deletes npm's list of installed packages, so that an interrupted installation is not taken for complete.
    rmSync(present)
    await npm('install', '--no-save', dev)
  } else {
    process.stdout.write('Installing dependencies (once, about a minute)…\n')
    await npm('ci', dev)
  }
}

async function npm(...words) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  const write = (line) => process.stdout.write(line)
  const status = await runWithProgress('npm', [...words, ...quiet], { cwd: root, write }).catch(() => null)
  if (status !== 0) fail(`npm ${words[0]} failed; its message above says why. Nothing was started.`)
}

/**
 * Returns whether the packages of package-lock.json are installed, with those of maintainers if `withTools`. If
 * the console was built elsewhere, only the dependencies of the service are needed.
 */
function isComplete(withTools) {
  if (have === null) return false
  const lock = packages(`${root}package-lock.json`)
  const needed = prebuilt()
    ? Object.keys(lock[''].dependencies).map((name) => `node_modules/${name}`)
    : Object.keys(lock).filter(
        (path) => path !== '' && !lock[path].optional && (withTools || !lock[path].dev),
      )
  return needed.every((path) => have[path]?.version === lock[path].version)
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
