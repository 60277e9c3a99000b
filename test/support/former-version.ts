import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const unknown =
  'The former version cannot be found: the history of Git is missing or cut off. Fetch it with git fetch --unshallow.'

/**
 * Checks out the former version of Spindle into a folder for tests, with the packages of the present version.
 * Before the second release it is the last commit.
 */
export function checkOutFormer(directory: string): void {
  unpack(formerCommit(), directory)
  usePresentPackages(directory)
  makeEarlier(join(directory, 'package.json'))
}

/**
 * Shortens the version of a checkout, such as 1.0.0 to 1.0, which is an earlier one, if it is the present version.
 * Otherwise its processes would refuse a database that has SQL functions of the working tree, which are not in the last
 * commit yet.
 */
function makeEarlier(packageFile: string): void {
  const text = readFileSync(packageFile, 'utf8')
  const version = versionIn(text)
  if (version !== presentVersion()) return
  writeFileSync(
    packageFile,
    text.replace(`"version": "${version}"`, `"version": "${version.replace(/\.\d+$/, '')}"`),
  )
}

/**
 * Checks out the former version of Spindle, or another commit, for tests.
 * Uses the packages of its own release. Returns the version.
 */
export function checkOutReleased(directory: string, commit = formerCommit()): string {
  unpack(commit, directory)
  const [theirs, ours] = [directory, root].map((folder) => readFileSync(join(folder, 'package-lock.json')))
  if (theirs?.equals(ours ?? Buffer.of()) === true) usePresentPackages(directory)
  else
    execFileSync('npm', ['ci', ...howToInstall], { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] })
  return versionIn(readFileSync(join(directory, 'package.json'), 'utf8'))
}

const howToInstall = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']

function unpack(commit: string, directory: string): void {
  const archive = join(directory, 'former.tar')
  git('archive', '--format=tar', '--output', archive, commit)
  execFileSync('tar', ['-xf', archive, '-C', directory])
  rmSync(archive)
}

function usePresentPackages(directory: string): void {
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'))
}

/** Returns the last commit of the former version. Versions before 1.0, the first release, are left out. */
function formerCommit(): string {
  const present = presentVersion()
  const head = git('rev-parse', 'HEAD')
  if (versionAt(head) !== present) return head
  // Searches only commits that changed Spindle's version, in the order of the history. In the order of dates,
  // a merged branch would bring older versions along.
  const changes = git('log', '--format=%H', '--topo-order', '-G', '^  "version":', '--', 'package.json')
  const change = changes
    .split('\n')
    .find((commit) => versionAt(commit) === present && versionAt(`${commit}^`) !== present)
  if (change === undefined) throw new Error(unknown)
  return versionAt(`${change}^`).startsWith('0.') ? head : git('rev-parse', `${change}^`)
}

function presentVersion(): string {
  return versionIn(readFileSync(join(root, 'package.json'), 'utf8'))
}

function versionAt(commit: string): string {
  return versionIn(git('show', `${commit}:package.json`))
}

function versionIn(text: string): string {
  return (JSON.parse(text) as { version: string }).version
}

function git(...words: string[]): string {
  try {
    return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch (error) {
    throw new Error(unknown, { cause: error })
  }
}
