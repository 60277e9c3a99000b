import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** A fenced block of code on a page, with the kind by which a test checks it. */
export interface Block {
  readonly page: string
  readonly line: number
  /** The language of the fence, such as `sh`; empty if the fence names none. */
  readonly language: string
  /** The words of the fence after its language, such as `POST /events/destinations`. */
  readonly about: string
  readonly text: string
  readonly kind: Kind | null
}

/** The kinds of examples. Each kind has one check in `examples.test.ts`. */
export type Kind = 'settings' | 'commands' | 'body' | 'data' | 'unit' | 'sql' | 'proxy' | 'program' | 'text'

const everySetting = /^(?:[A-Z][A-Z_]*=(?:'[^']*'|\S*)(?: +#.*)?|#.*|\s*)$/

const kindOf: Readonly<Record<string, (block: Omit<Block, 'kind'>) => Kind>> = {
  sh: ({ text }) => (text.split('\n').every((line) => everySetting.test(line)) ? 'settings' : 'commands'),
  json: ({ about }) => (about === '' ? 'data' : 'body'),
  yaml: () => 'data',
  ini: () => 'unit',
  sql: () => 'sql',
  nginx: () => 'proxy',
  caddyfile: () => 'proxy',
  python: () => 'program',
  js: () => 'program',
  ts: () => 'program',
  mermaid: () => 'text',
  text: () => 'text',
}

/** The pages whose examples are tested: the guide without its decisions, and the pages of the root folder. */
export const pages: readonly string[] = execFileSync('git', ['ls-files', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => /^(?:README|CONTRIBUTING|SECURITY)\.md$|^docs\/(?!decisions\/)/.test(file))

/** Returns the fenced blocks of a page in their order. */
export function blocksOf(page: string): readonly Block[] {
  const source = readFileSync(root + page, 'utf8')
  return [...source.matchAll(/^ *```(\w*) ?([^\n]*)\n(.*?)^ *```$/gms)].map((match) => {
    const [, language = '', about = '', text = ''] = match
    const line = source.slice(0, match.index).split('\n').length
    const block = { page, line, language, about, text }
    return { ...block, kind: kindOf[language]?.(block) ?? null }
  })
}

export const blocks: readonly Block[] = pages.flatMap(blocksOf)

/** Returns the texts in backticks of a page, without those in blocks. */
export function inlineCodeOf(page: string): readonly string[] {
  const prose = readFileSync(root + page, 'utf8').replaceAll(/^ *```.*?^ *```$/gms, '')
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
}
