/**
 * The dated files of earlier versions that a baseline replaces. A new database gets the baseline instead of them; a
 * database that has all of them gets a note of the baseline.
 */
export interface ReplacedFiles {
  /** The name in Git (a tag or a commit) of the last version with these files; empty if the baseline replaces none. */
  readonly version: string
  readonly files: readonly { readonly name: string; readonly checksum: string }[]
}

/** Returns the files that a baseline replaces, from the lines at its beginning. */
export function readReplacedFiles(baseline: string): ReplacedFiles {
  return {
    version: /^--! replaces the files of (\S+)$/m.exec(baseline)?.[1] ?? '',
    files: [...baseline.matchAll(/^--! (\d{14}_\w+) ([0-9a-f]{64})$/gm)].map(
      ([, name = '', checksum = '']) => ({ name, checksum }),
    ),
  }
}

/** Returns the lines at the beginning of a baseline that name the files that it replaces. */
export function replacedFilesText({ version, files }: ReplacedFiles): string {
  const lines = files.map(({ name, checksum }) => `--! ${name} ${checksum}`)
  return [`--! replaces the files of ${version}`, ...lines, ''].join('\n')
}

/**
 * The relation of a database to the files that the baseline replaces: `replaceable` if exactly these files were applied,
 * so that the database has the tables of the baseline; `outdated` if other files from before the baseline were applied;
 * `current` if the baseline is noted, or if no such file was applied.
 */
export type BaselineStanding = 'current' | 'replaceable' | 'outdated'

export function baselineStanding(
  { files }: ReplacedFiles,
  baseline: string | undefined,
  applied: ReadonlyMap<string, { readonly checksum: string | null }>,
): BaselineStanding {
  const [first] = files
  if (baseline === undefined || first === undefined || applied.has(baseline)) return 'current'
  const earlier = [...applied.keys()].filter((name) => /^\d{14}_/.test(name) && name < baseline)
  if (earlier.length === 0) return 'current'
  // Leaves out applied files from before the first replaced file, which is an earlier baseline that replaced them.
  const others = earlier.filter((name) => name >= first.name && !files.some((file) => file.name === name))
  const areApplied = files.every(({ name, checksum }) => applied.get(name)?.checksum === checksum)
  return areApplied && others.length === 0 ? 'replaceable' : 'outdated'
}
