import { posix } from 'node:path'
import { sourcesOf } from '../words/sources.ts'
import { featureOf, namesOfFirstPage } from './feature-of.ts'
import { loadsOfSource } from './loads-of-source.ts'
import { textsOfSource } from './texts-of-source.ts'

const firstScript = 'console/src/main.tsx'

/** The features of a source file's texts, and the modules that it loads. */
type Module = ReturnType<typeof loadsOfSource> & { readonly features: readonly string[] }

/**
 * Returns the faults of code that is loaded without the translations of its texts. A text that is translated when its
 * module is loaded would stay English.
 */
export function faultsOfLoads(): readonly string[] {
  const modules = readModules()
  const faults = [...featuresFrom(firstScript)]
    .filter((feature) => !namesOfFirstPage.includes(feature))
    .map(
      (feature) =>
        `${firstScript}: the first page has texts of ${feature}: name their files in feature-of.ts.`,
    )
  for (const [file, { late }] of modules)
    for (const { path, line, features } of late) {
      const target = posix.join(posix.dirname(file), path)
      if (!modules.has(target)) continue
      const needed = [...featuresFrom(target)].filter((feature) => !namesOfFirstPage.includes(feature))
      const missing = needed.filter((feature) => !features.includes(feature) && feature !== featureOf(file))
      const surplus = features.filter((feature) => !needed.includes(feature))
      const place = `${file}:${line}: import('${path}')`
      if (missing.length > 0)
        faults.push(`${place} needs the texts of ${missing.join(', ')}: name them in withTexts.`)
      if (surplus.length > 0) faults.push(`${place} needs no texts of ${surplus.join(', ')}.`)
    }
  return faults

  /** Returns the features of the texts of a module and of all that are loaded with it. */
  function featuresFrom(entry: string): ReadonlySet<string> {
    const reached = new Set([entry])
    for (const file of reached)
      for (const path of modules.get(file)?.imports ?? []) {
        const target = posix.join(posix.dirname(file), path)
        if (modules.has(target)) reached.add(target)
      }
    return new Set([...reached].flatMap((file) => modules.get(file)?.features ?? []))
  }
}

function readModules(): ReadonlyMap<string, Module> {
  return new Map(
    sourcesOf('console/src/*.ts', 'console/src/*.tsx').map(({ file, source }) => {
      const hasTexts = /\b(?:t|rich)\(/.test(source) && textsOfSource(file, source).used.length > 0
      return [file, { ...loadsOfSource(file, source), features: hasTexts ? [featureOf(file)] : [] }]
    }),
  )
}
