import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { languages } from '../../console/src/languages/language.ts'
import { languages as pageLanguages } from '../../src/domain/text/language.ts'
import { catalogues, type Texts } from './catalogues.ts'
import { faultsOfLoads } from './faults-of-loads.ts'
import { faultOfTranslation, faultOfUse } from './faults-of-translation.ts'

/**
 * Refuses texts of the console and of the service that are not translated into every language, translations of
 * texts that are gone, and translations with other values, plurals or tags than the English text, and code
 * that the console loads without the translations of its texts.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const { features, server, plain } = catalogues()
const faults: string[] = plain.map((place) => `${place}\n  is not translated: write t('…') or rich('…').`)
for (const texts of [...features.values(), server])
  for (const [text, uses] of texts)
    for (const use of uses) {
      const fault = faultOfUse(text, use)
      if (fault !== null) faults.push(`${use.file}:${use.line}: the text ${JSON.stringify(text)} ${fault}.`)
    }
if (JSON.stringify(languages) !== JSON.stringify(pageLanguages))
  faults.push('console/src/languages/language.ts and src/domain/text/language.ts offer different languages.')
for (const language of Object.keys(languages))
  if (language !== 'en') {
    for (const [feature, texts] of features)
      compare(`console/src/languages/${language}/${feature}.json`, texts)
    compare(`src/domain/text/catalogue/${language}.json`, server)
  }
faults.push(...faultsOfLoads())

const shown = 40
for (const fault of faults.slice(0, shown)) process.stdout.write(`${fault}\n`)
if (faults.length > 0)
  process.stdout.write(
    `Faults of texts and translations: ${faults.length}${faults.length > shown ? `, of which the first ${shown} are shown` : ''}. docs/contribute/languages.md says how to add a text.\n`,
  )
process.exitCode = faults.length === 0 ? 0 : 1

function compare(file: string, texts: Texts): void {
  const path = join(root, file)
  const stored: Readonly<Record<string, string>> = existsSync(path)
    ? JSON.parse(readFileSync(path, 'utf8'))
    : {}
  for (const [text, uses] of texts) {
    const translation = stored[text]
    if (translation === undefined) {
      faults.push(`${file}: add a translation of ${JSON.stringify(text)}${placeOf(uses)}.`)
      continue
    }
    const fault = faultOfTranslation(text, translation, uses)
    if (fault !== null) faults.push(`${file}: the translation of ${JSON.stringify(text)} ${fault}.`)
  }
  for (const text of Object.keys(stored))
    if (!texts.has(text))
      faults.push(`${file}: remove the translation of ${JSON.stringify(text)}, which no file of it uses.`)
}

function placeOf(uses: Texts extends ReadonlyMap<string, infer Uses> ? Uses : never): string {
  const [use] = uses
  return use === undefined ? '' : ` (${use.file}:${use.line})`
}
