import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Writes a configuration of docs/high-availability with other places in it, so that what is tried is what the document
 * shows. A sample that no longer has what is to be replaced is refused.
 */
export function writeSample(
  name: string,
  path: string,
  places: readonly (readonly [inSample: string, here: string])[],
): void {
  const sample = new URL(`../../../docs/high-availability/${name}`, import.meta.url)
  let text = readFileSync(fileURLToPath(sample), 'utf8')
  for (const [inSample, here] of places) {
    if (!text.includes(inSample)) throw new Error(`${name} does not have "${inSample}"`)
    text = text.replaceAll(inSample, here)
  }
  writeFileSync(path, text)
}
