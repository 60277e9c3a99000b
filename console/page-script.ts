import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'vite'

/** Returns modules of the console as one script for a page, in which the constant `name` has their exports. */
export async function pageScriptOf(files: readonly string[], name: string): Promise<string> {
  const entry = join(await mkdtemp(join(tmpdir(), 'page-script-')), 'entry.ts')
  try {
    await writeFile(entry, files.map((file) => `export * from ${JSON.stringify(file)}`).join('\n'))
    const result = await build({
      configFile: false,
      logLevel: 'error',
      build: { write: false, minify: false, lib: { entry, formats: ['iife'], name } },
    })
    const [{ output }] = result as unknown as [{ output: [{ code: string }] }]
    return output[0].code
  } finally {
    await rm(dirname(entry), { recursive: true })
  }
}
