import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository's files. */
export const root = fileURLToPath(new URL('../../..', import.meta.url))

const folder = fileURLToPath(new URL('.', import.meta.url))

/** A planted fault: a patch in a subfolder of `planted/` that brings a fault into the service. */
export interface Patch {
  /** The path below `planted/` without its ending, such as `sending/retry-ignores-send-window`. */
  readonly name: string
  readonly path: string
  /** The text before the changes. It says what the fault does and which promise it breaks. */
  readonly header: string
  /** The files of the repository that the patch changes. */
  readonly files: readonly string[]
}

/** Returns all planted faults in the order of their names. */
export function readPatches(): readonly Patch[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.patch'))
    .toSorted()
    .map((file) => {
      const path = join(folder, file)
      const text = readFileSync(path, 'utf8')
      const [header = ''] = text.split(/^diff --git /m)
      const files = [...text.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, changed = '']) => changed)
      return { name: file.slice(0, -'.patch'.length), path, header: header.trim(), files }
    })
}

/** Returns the planted faults with one of these names or in a folder with one of them; all of them if there is no name. */
export function namedPatches(names: readonly string[]): readonly Patch[] {
  const patches = readPatches()
  const matches = (name: string, { name: full }: Patch) =>
    full === name || full.endsWith(`/${name}`) || full.startsWith(`${name}/`)
  const strange = names.find((name) => !patches.some((patch) => matches(name, patch)))
  if (strange !== undefined) throw new Error(`There is no planted fault "${strange}"`)
  return patches.filter((patch) => names.length === 0 || names.some((name) => matches(name, patch)))
}

/**
 * Applies patches to the files of a folder, or tries to. Returns why one of them does not apply; null if all do. In the
 * first case no file is changed.
 */
export function applyPatches(patches: readonly Patch[], tree: string, mode: 'change' | 'try'): string | null {
  if (patches.length === 0) return null
  const words = ['apply', ...(mode === 'try' ? ['--check'] : []), ...patches.map(({ path }) => path)]
  // Keeps Git from using a repository around the folder. Git would then skip files outside of that repository.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(resolve(tree)) }
  const { status, stderr } = spawnSync('git', words, { cwd: tree, encoding: 'utf8', env })
  return status === 0 ? null : stderr.trim()
}
