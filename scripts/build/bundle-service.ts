import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import { programs } from './programs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The packages that stay outside of the bundle because they load files of their own. */
const withFiles = ['@node-rs/argon2', 'koa2-swagger-ui']

/**
 * The packages that others of the bundle load if they are installed, which they are not: drivers of other
 * databases, and a reader of configuration files in TypeScript.
 */
const missing = [
  'better-sqlite3',
  'mariadb/callback',
  'mysql',
  'mysql2',
  'oracledb',
  'pg-native',
  'sqlite3',
  'tedious',
  'typescript',
]

const threadOrUrl = /new URL\('\.\/([\w-]+-thread)\.ts', import\.meta\.url\)|import\.meta\.url/g

/**
 * Lets modules find files from a bundle in `folder`. `import.meta.url` stays the URL of the module's source file.
 * The files of threads are added to the bundle, because a thread takes 50 ms of CPU to start
 * from it, and 140 ms from its sources.
 */
const filesOfSources = (folder: string): Plugin => ({
  name: 'files-of-sources',
  transform: {
    filter: { code: 'import.meta.url' },
    handler(code, path) {
      if (!path.startsWith(`${root}src/`) && !path.startsWith(`${root}workers/`)) return null
      const source = `new URL('${relative(folder, path)}', import.meta.url)`
      return code.replaceAll(threadOrUrl, (_, thread?: string) => {
        if (thread === undefined) return `${source}.href`
        const fileName = `${thread}.js`
        this.emitFile({ type: 'chunk', id: join(dirname(path), `${thread}.ts`), fileName })
        return `new URL('./${fileName}', import.meta.url)`
      })
    },
  },
})

/**
 * Loads `node:http` without listing its exports. An import statement reads all of them, and for `WebSocket` Node.js
 * then loads its own HTTP client, which takes 30 ms and is not used.
 */
const httpOnly: Plugin = {
  name: 'http-only',
  resolveId: { filter: { id: /^(node:)?http$/ }, handler: () => '\0http' },
  load: { filter: { id: /^\0http$/ }, handler: () => "module.exports = process.getBuiltinModule('http')" },
}

/**
 * Replaces Ajv, which Objection loads to check rows by JSON schemas, by a function that throws. The models of the service
 * have no schemas, and their own validator.
 */
const withoutAjv: Plugin = {
  name: 'without-ajv',
  resolveId: { filter: { id: /^ajv(-formats)?$/ }, handler: () => '\0ajv' },
  load: {
    filter: { id: /^\0ajv$/ },
    handler: () =>
      `module.exports = function () { throw new Error('The bundle has no Ajv: a model must override createValidator (src/adapters/postgres/rows.ts).') }`,
  },
}

/**
 * Bundles the programs of the service with their packages into a folder. A program then starts in half of the
 * time, because Node.js reads about 20 files instead of 1,900.
 */
async function bundleService(folder: string): Promise<void> {
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(programs).map(([name, path]) => [name, join(root, path)])),
    platform: 'node',
    tsconfig: false,
    external: [...withFiles, ...missing],
    // Turns off a warning about the package depd, which evaluates a function that it composes itself.
    checks: { eval: false },
    plugins: [filesOfSources(folder), httpOnly, withoutAjv],
  })
  // Names of functions stay as they are, so that a stack trace tells where it comes from.
  await bundle.write({
    dir: folder,
    format: 'esm',
    chunkFileNames: 'shared-[hash].js',
    keepNames: true,
    comments: false,
    charset: 'ascii',
  })
  await bundle.close()
}

const [, , folder = 'dist/bundle'] = process.argv
await bundleService(resolve(root, folder))
