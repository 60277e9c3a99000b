import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const unknown =
  'The former version cannot be found: the history of Git is missing or cut off. Fetch it with git fetch --unshallow.'

/** Checks out the former version into a folder, with the packages of the present version. */
export function checkOutFormer(directory: string): void {
  unpack(formerCommit(), directory)
  usePresentPackages(directory)
}

/**
 * Checks out the former version, or another commit, with the packages of its own release. Returns the
 * version.
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

/** Returns the last commit whose version differs from the present one. */
function formerCommit(): string {
  const present = versionIn(readFileSync(join(root, 'package.json'), 'utf8'))
  if (versionAt('HEAD') !== present) return git('rev-parse', 'HEAD')
  // Searches only commits that changed the version, in the order of the history. By date, a merged branch
  // would bring older versions along.
  const changes = git('log', '--format=%H', '--topo-order', '-G', '^  "version":', '--', 'package.json')
  for (const change of changes.split('\n')) {
    if (versionAt(change) === present && versionAt(`${change}^`) !== present)
      return git('rev-parse', `${change}^`)
  }
  throw new Error(unknown)
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
