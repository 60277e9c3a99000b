import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ReplacedFiles, readReplacedFiles } from './replaced-files.ts'

/** A version of the service with its files of migrations/. */
export interface Release {
  readonly version: string
  /** The dated migration files in the order in which they are applied. The first one is the baseline. */
  readonly dated: readonly SchemaFile[]
  readonly functions: readonly SchemaFile[]
  /** The files of earlier versions that the baseline replaces. */
  readonly replaced: ReplacedFiles
}

export interface SchemaFile {
  /**
   * The name under which the table `schema_files` lists the file, without its ending: a migration in .ts
   * keeps its name when it is built to .js. The name of a function's file has no folder, so moving the file
   * changes nothing.
   */
  readonly name: string
  /** The path of the file relative to migrations/, for messages. */
  readonly place: string
  /** The absolute path of the migration file on this machine. */
  readonly path: string
  readonly text: string
  readonly checksum: string
}

const root = fileURLToPath(new URL('../../../..', import.meta.url))
let ours: Release | undefined

/** Returns the migration files of the version that this process runs; they are read once. */
export function thisRelease(): Release {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  ours ??= readRelease(join(root, 'migrations'), version)
  return ours
}

export function readRelease(directory: string, version: string): Release {
  const functions = join(directory, 'functions')
  const dated = filesOf(directory, ['.sql', '.ts'], /^\d{14}_/).map((path) =>
    schemaFile(basename(path, extname(path)), { directory, path }, readText(path)),
  )
  return {
    version,
    dated,
    replaced: readReplacedFiles(dated[0]?.text ?? ''),
    functions: functionFilesOf(functions).map((path) =>
      schemaFile(
        `functions/${basename(path, '.sql')}`,
        { directory, path },
        withIncludes(readText(path), functions),
      ),
    ),
  }
}

function filesOf(directory: string, endings: readonly string[], name = /^/): string[] {
  return readdirSync(directory)
    .filter((file) => name.test(file) && endings.includes(extname(file)))
    .toSorted()
    .map((file) => join(directory, file))
}

/** Returns the files of all SQL functions, sorted by the functions' names: `functions/FEATURE/NAME.sql`. */
function functionFilesOf(functions: string): string[] {
  const files = readdirSync(functions, { recursive: true, encoding: 'utf8' })
    .filter((file) => extname(file) === '.sql' && !file.startsWith('include'))
    .toSorted((a, b) => (basename(a) < basename(b) ? -1 : 1))
  const twice = files.find((file, index) => basename(file) === basename(files[index - 1] ?? ''))
  if (twice !== undefined)
    throw new Error(
      `Two files in migrations/functions are named ${basename(twice)}. Rename or remove one of them.`,
    )
  return files.map((file) => join(functions, file))
}

/** Replaces each line `--! include NAME` by the text of `functions/include/NAME.sql`, which several functions share. */
function withIncludes(text: string, functions: string): string {
  return text.replaceAll(/^--! include (\w+)$/gm, (_, name: string) =>
    readText(join(functions, 'include', `${name}.sql`)).trimEnd(),
  )
}

/** Reads a file with Unix line ends, so that a checkout on Windows has the same checksums. */
function readText(path: string): string {
  return readFileSync(path, 'utf8').replaceAll('\r\n', '\n')
}

interface Found {
  readonly directory: string
  readonly path: string
}

function schemaFile(name: string, { directory, path }: Found, text: string): SchemaFile {
  const place = relative(directory, path)
  return { name, place, path, text, checksum: createHash('sha256').update(text).digest('hex') }
}
