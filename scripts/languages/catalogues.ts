import { sourcesOf } from '../words/sources.ts'
import { featureOf, service, shared } from './feature-of.ts'
import { textsOfService } from './texts-of-service.ts'
import { serviceFunctions, textsOfSource, translators, type UsedText } from './texts-of-source.ts'

/** A use of a text in a source file, or its file alone for a text that the service sends. */
export interface Use extends Omit<UsedText, 'text'> {
  readonly file: string
}

/** The texts of one catalogue with their uses. */
export type Texts = ReadonlyMap<string, readonly Use[]>

interface Catalogues {
  /** The texts of the console by feature. */
  readonly features: ReadonlyMap<string, Texts>
  /** The texts of the pages, e-mails and templates that the service writes itself. */
  readonly server: Texts
  /** The texts that no source file translates, as `file:line: text`. */
  readonly plain: readonly string[]
}

/** Returns the texts that each catalogue must have. A text that several features use is in the shared catalogue. */
export function catalogues(): Catalogues {
  const plain: string[] = []
  const console = usesIn(
    sourcesOf('console/src/*.ts', 'console/src/*.tsx').filter(({ file }) => hasTexts(file)),
    plain,
  )
  const server = usesIn(
    sourcesOf('src/*.ts').filter(({ source }) => /\/(?:page-)?texts(?:-of-organization)?\.ts'/.test(source)),
  )
  const features = new Map<string, Map<string, readonly Use[]>>()
  for (const [text, uses] of console) {
    const [feature = shared, ...others] = new Set(uses.map(({ file }) => featureOf(file)))
    put(others.length === 0 ? feature : shared, text, uses)
  }
  const sentences = usesIn(
    sourcesOf('src/*.ts').filter(({ file, source }) => mayRefuse(file, source)),
    plain,
    serviceFunctions,
  )
  for (const [text, uses] of sentences) put(service, text, uses)
  for (const text of textsOfService()) if (!console.has(text) && !sentences.has(text)) put(service, text, [])
  return { features, server, plain }

  function put(feature: string, text: string, uses: readonly Use[]): void {
    const texts = features.get(feature) ?? new Map<string, readonly Use[]>()
    features.set(feature, texts.set(text, uses))
  }
}

/** Returns the texts of files with their uses. Adds texts that the files do not translate to `plain`. */
function usesIn(
  files: readonly { file: string; source: string }[],
  plain: string[] = [],
  functions: ReadonlySet<string> = translators,
): Texts {
  const texts = new Map<string, Use[]>()
  for (const { file, source } of files) {
    const lookups = textsOfSource(file, source, functions)
    plain.push(...lookups.plain.map(({ line, text }) => `${file}:${line}: ${text}`))
    for (const { text, ...use } of lookups.used)
      texts.set(text, [...(texts.get(text) ?? []), { file, ...use }])
  }
  return texts
}

/** Returns whether a file of the service has texts that the console translates. Refusals of the HTTP layer are for programs. */
function mayRefuse(file: string, source: string): boolean {
  return (
    source.includes('/sentence.ts') ||
    (source.includes('new DomainError') && !file.startsWith('src/adapters/http/'))
  )
}

function hasTexts(file: string): boolean {
  return file !== 'console/src/api/schema.ts' && !file.startsWith('console/src/languages/')
}
