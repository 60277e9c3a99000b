import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const unknown =
  'The former version cannot be found: the history of Git is missing or cut off. Fetch it with git fetch --unshallow.'

/** Checks out the former version of Spindle into a folder for tests, with the packages of the present version. */
export function checkOutFormer(directory: string): void {
  unpack(formerCommit(), directory)
  usePresentPackages(directory)
}

/**
 * Checks out the version of Spindle whose processes can work beside this version, for tests, with the packages
 * of the present version. Before the second release since 1.0 it is the last commit.
 */
export function checkOutCompatible(directory: string): void {
  unpack(compatibleCommit(), directory)
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
 * Checks out the last commit of Spindle 0.3.0 into a folder for tests, with the packages of the present
 * version.
 */
export function checkOutTakenOver(directory: string): void {
  unpack(lastCommitOf('0.3.0'), directory)
  usePresentPackages(directory)
}

/**
 * Checks out the version of Spindle whose processes can work beside this version, or another commit, for tests.
 * Uses the packages of its own release. Returns the version.
 */
export function checkOutReleased(directory: string, commit = compatibleCommit()): string {
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

function compatibleCommit(): string {
  const former = formerCommit()
  return versionAt(former).startsWith('0.') ? git('rev-parse', 'HEAD') : former
}

/** Returns the last commit of the repository whose version of Spindle differs from the present one. */
function formerCommit(): string {
  const present = presentVersion()
  if (versionAt('HEAD') !== present) return git('rev-parse', 'HEAD')
  return beforeChange((before, after) => after === present && before !== present)
}

function lastCommitOf(version: string): string {
  return beforeChange((before, after) => before === version && after !== version)
}

/** Returns the parent of the last commit that changed Spindle's version in a way that `fits` accepts. */
function beforeChange(fits: (before: string, after: string) => boolean): string {
  // Searches only commits that changed Spindle's version, in the order of the history. In the order of dates,
  // a merged branch would bring older versions along.
  const changes = git('log', '--format=%H', '--topo-order', '-G', '^  "version":', '--', 'package.json')
  const change = changes.split('\n').find((commit) => fits(versionAt(`${commit}^`), versionAt(commit)))
  if (change === undefined) throw new Error(unknown)
  return git('rev-parse', `${change}^`)
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
