import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { programs } from '../../scripts/build/programs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type Program = keyof typeof programs

export interface Command {
  /** The words that a test starts Node.js with. */
  readonly words: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

/**
 * Returns the command with which a test starts a program of the service as a process. Takes it from the bundle
 * of this test run, or from the sources in another folder, such as those of a former version.
 */
export function commandOf(program: Program, words: readonly string[] = [], code = root): Command {
  const { NODE_OPTIONS: _, ...env } = process.env
  const { TEST_BUNDLE: bundle } = env
  if (bundle === undefined || code !== root) return { words: [programs[program], ...words], cwd: code, env }
  return {
    words: [join(bundle, `${program}.js`), ...words],
    cwd: code,
    env: { ...env, NODE_COMPILE_CACHE: join(bundle, 'compiled') },
  }
}
