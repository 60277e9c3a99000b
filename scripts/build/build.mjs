/** Builds the console, the bundle of the service and the site of the guide from their sources. Runs on Node.js 20 or newer. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const node = `${root}node_modules/.bin/node`
const dist = `${root}console/dist`
const mark = `${dist}/.built-from`
/** The folder of the bundles of the service, each named by the digest of its sources. */
const bundles = `${root}dist`
const site = `${root}scripts/site`
/** A link to the bundle that the npm scripts start. */
const current = `${bundles}/current`

/**
 * Builds the console if its sources changed. The build stores their digest, and replaces the previous build
 * when it is complete.
 */
export function buildConsole() {
  const digest = digestOf('console', ['console'])
  if (existsSync(mark) && readFileSync(mark, 'utf8') === digest) return
  process.stdout.write('Building the console (once)…\n')
  const fresh = `${dist}-${process.pid}`
  run(['node_modules/vite/bin/vite.js', 'build', 'console', '--outDir', fresh], 'The console was not built')
  writeFileSync(join(fresh, '.built-from'), digest)
  rmSync(dist, { recursive: true, force: true })
  renameSync(fresh, dist)
}

/** The sources of the guide's site. */
const sourcesOfSite = [
  'docs',
  'console/public/favicon.svg',
  'console/src/components/curl.ts',
  'console/src/pages/data-tables/connect/guides',
  ...['astro.config.mjs', 'build-site.ts', 'package-lock.json', 'output', 'pages', 'src'].map(
    (name) => `scripts/site/${name}`,
  ),
]

/**
 * Builds the site of the guide if its sources changed. Astro is installed at the first build, in a folder of its own:
 * neither a start nor `npm ci` needs it.
 */
export function buildSite() {
  const digest = digestOf('site', sourcesOfSite)
  if (!isSiteBuiltFrom(digest)) withSiteLock(() => buildSiteAlone(digest))
}

function isSiteBuiltFrom(digest) {
  const markOfSite = `${site}/dist/.built-from`
  return existsSync(markOfSite) && readFileSync(markOfSite, 'utf8') === digest
}

function buildSiteAlone(digest) {
  if (isSiteBuiltFrom(digest)) return
  installSiteAlone()
  process.stdout.write('Building the guide (once)…\n')
  const fresh = `${site}/dist-${process.pid}`
  run([`${site}/build-site.ts`, fresh], 'The guide was not built')
  writeFileSync(join(fresh, '.built-from'), digest)
  rmSync(`${site}/dist`, { recursive: true, force: true })
  renameSync(fresh, `${site}/dist`)
}

/**
 * Calls a function while no other process installs or builds the site. Two builds at once would write into the same
 * folder of pages. The lock of a process that no longer runs is ignored.
 */
function withSiteLock(work) {
  const lock = `${site}/.lock`
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (isAbandoned(lock)) rmSync(lock, { force: true })
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
    }
  }
  try {
    return work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** The milliseconds between two attempts to get the lock of the site. */
const pauseMs = 200

/** Returns whether the process that wrote a lock no longer runs. */
function isAbandoned(lock) {
  try {
    const pid = Number(readFileSync(lock, 'utf8'))
    if (pid > 0) process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/** Installs the packages that build the site if they are missing, or older than their lockfile. */
export function installSite() {
  if (!isSiteInstalled()) withSiteLock(installSiteAlone)
}

function isSiteInstalled() {
  const installed = `${site}/node_modules/.installed-from`
  return existsSync(installed) && readFileSync(installed).equals(readFileSync(`${site}/package-lock.json`))
}

function installSiteAlone() {
  if (isSiteInstalled()) return
  process.stdout.write("Installing the packages of the guide's site (once)…\n")
  // Does not use `npm ci`, which refuses a lockfile without an optional package of Windows that find-proc names.
  const words = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', words, { cwd: site, stdio: 'inherit' })
  if (status !== 0) throw new Error('npm install failed in scripts/site; its message above says why.')
  writeFileSync(`${site}/node_modules/.installed-from`, readFileSync(`${site}/package-lock.json`))
}

/**
 * Bundles the service if its sources changed. A process that still runs may load more of its bundle later, so
 * the bundles of the last day and the three newest stay. A service touches its bundle every hour. Returns the folder of
 * the bundle.
 */
export function buildService() {
  const sources = ['src', 'workers', 'scripts/build/bundle-service.ts', 'scripts/build/programs.ts']
  const name = digestOf('service', sources).slice(0, 16)
  const bundle = `${bundles}/${name}`
  if (!existsSync(bundle)) {
    process.stdout.write('Building the service (once)…\n')
    const fresh = `${bundles}/${process.pid}`
    run(['scripts/build/bundle-service.ts', fresh], 'The service was not built')
    moveUnlessThere(fresh, bundle)
    for (const old of oldBundles()) rmSync(old, { recursive: true, force: true })
  }
  if (existsSync(current) && readlinkSync(current) === name) return bundle
  const link = `${current}-${process.pid}`
  rmSync(link, { force: true })
  symlinkSync(name, link)
  renameSync(link, current)
  return bundle
}

/** Moves a folder to its final place. Removes it if another start has put the same bundle there meanwhile. */
function moveUnlessThere(fresh, place) {
  try {
    renameSync(fresh, place)
  } catch (error) {
    if (!existsSync(place)) throw error
    rmSync(fresh, { recursive: true, force: true })
  }
}

function oldBundles() {
  const yesterday = Date.now() - 24 * 3_600_000
  return readdirSync(bundles, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ path: join(bundles, name), time: statSync(join(bundles, name)).mtimeMs }))
    .toSorted((a, b) => b.time - a.time)
    .filter(({ time }, index) => index >= 3 && time < yesterday)
    .map(({ path }) => path)
}

/** Runs a program on the Node.js of the dependencies, and throws if the program fails. */
function run(words, fault) {
  const { status, stdout, stderr } = spawnSync(node, words, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${stdout}${stderr}\n${fault}; the message above says why.`)
}

/**
 * Returns the digest of the lockfile and of all files at `paths`. Reads the files only if the size or time of
 * one of them changed since the last call for `name`, which takes half of the time of reading them.
 */
function digestOf(name, paths) {
  const files = ['package-lock.json', ...paths.flatMap(filesAt)]
  const stamps = files.map((file) => {
    const { size, ctimeMs } = statSync(root + file)
    return `${file} ${size} ${ctimeMs}`
  })
  const stamp = createHash('sha256').update(stamps.join('\n')).digest('hex')
  const cache = `${root}node_modules/.cache/digest-of-${name}`
  const [known, digestThen] = existsSync(cache) ? readFileSync(cache, 'utf8').split(' ') : []
  if (known === stamp) return digestThen
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update(readFileSync(root + file))
  const digest = hash.digest('hex')
  mkdirSync(`${root}node_modules/.cache`, { recursive: true })
  writeFileSync(cache, `${stamp} ${digest}`)
  return digest
}

/**
 * The files that a build or a check writes: the built console, the API types, which are not part of the build, and the
 * pages that Astro reads.
 */
const generated = ['console/dist', 'console/src/api/schema.ts', 'scripts/site/src/content/']

/** Returns the paths of the files in a folder, or the path of a file itself, sorted. */
function filesAt(path) {
  if (!statSync(root + path).isDirectory()) return [path]
  // Reads the types of entries with the folders. A stat call for each entry would take 40 ms more at every start.
  return readdirSync(root + path, { withFileTypes: true })
    .flatMap((entry) => {
      const inside = `${path}/${entry.name}`
      if (generated.some((start) => inside.startsWith(start))) return []
      return entry.isDirectory() ? filesAt(inside) : [inside]
    })
    .toSorted((a, b) => (a < b ? -1 : 1))
}
