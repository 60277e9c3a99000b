import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What a version of the service makes of a database: the files of migrations/. */
export interface Release {
  readonly version: string
  /** In the order in which they are applied. */
  readonly dated: readonly SchemaFile[]
  readonly functions: readonly SchemaFile[]
}

export interface SchemaFile {
  /** Without its ending, so that a .ts that is built to .js never looks like another file. */
  readonly name: string
  /** On this machine. */
  readonly path: string
  readonly text: string
  readonly checksum: string
}

const root = fileURLToPath(new URL('../../../..', import.meta.url))
let ours: Release | undefined

/** The files that this process was started with; they are read once. */
export function thisRelease(): Release {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  ours ??= readRelease(join(root, 'migrations'), version)
  return ours
}

export function readRelease(directory: string, version: string): Release {
  const functions = join(directory, 'functions')
  return {
    version,
    dated: filesOf(directory, ['.sql', '.ts'], /^\d{14}_/).map((path) =>
      schemaFile(basename(path, extname(path)), path, readText(path)),
    ),
    functions: filesOf(functions, ['.sql']).map((path) =>
      schemaFile(`functions/${basename(path, '.sql')}`, path, withIncludes(readText(path), functions)),
    ),
  }
}

function filesOf(directory: string, endings: readonly string[], name = /^/): string[] {
  return readdirSync(directory)
    .filter((file) => name.test(file) && endings.includes(extname(file)))
    .toSorted()
    .map((file) => join(directory, file))
}

/** What several functions need said the same way stands in a file, and each names it: `--! include NAME`. */
function withIncludes(text: string, functions: string): string {
  return text.replaceAll(/^--! include (\w+)$/gm, (_, name: string) =>
    readText(join(functions, 'include', `${name}.sql`)).trimEnd(),
  )
}

/** With the line ends of Unix: a checkout on Windows is no other file. */
function readText(path: string): string {
  return readFileSync(path, 'utf8').replaceAll('\r\n', '\n')
}

function schemaFile(name: string, path: string, text: string): SchemaFile {
  return { name, path, text, checksum: createHash('sha256').update(text).digest('hex') }
}
