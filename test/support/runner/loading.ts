import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from '@swc/core'

const globals = new URL('./globals.ts', import.meta.url).href

/**
 * Makes Node.js load modules of the tests that it cannot load without help: Jest's globals, and the console's
 * `.tsx` and style files.
 */
export function registerLoading(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === '@jest/globals' ? { url: globals, shortCircuit: true } : next(specifier, context),
    load(url, context, next) {
      if (url.endsWith('.tsx')) return moduleOf(compiled(fileURLToPath(url)))
      // Loads style files as empty modules in tests. They are imported because the labels of steps are in the
      // same files as their screens.
      if (url.endsWith('.module.css')) return moduleOf('export default {}')
      return next(url, context)
    },
  })
}

const moduleOf = (source: string) => ({ format: 'module', source, shortCircuit: true })

function compiled(path: string): string {
  const { code } = transformSync(readFileSync(path, 'utf8'), {
    filename: path,
    sourceMaps: 'inline',
    jsc: {
      target: 'es2024',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
    module: { type: 'es6' },
  })
  return code
}
